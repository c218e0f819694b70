/**
 * A mention with @: a link with the account id, so that people with the same name stay distinct and the text contains
 * no mail address. The link opens nothing; screens show it as a label.
 */
export const MENTION_PATH = '/team?person=';

/** The mentioned account; undefined for other addresses. */
export const mentionedBy = (address: string): string | undefined =>
  /^\/team\?person=([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(address)?.[1];
