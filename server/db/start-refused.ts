/** The process cannot start. The message is one line with the reason and the remedy. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}
