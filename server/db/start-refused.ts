/** The start cannot go on. The message is one line that says why and what to do about it. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}
