/**
 * Somebody who is named with @ in a text: a link with the account behind it, so that two people of one name stay apart and
 * nobody's mail address is in the text. It leads nowhere; screens show it as a mark.
 */
export const MENTION_PATH = '/team?person=';

/** The account that an address in a text names, or undefined for any other address. */
export const mentionedBy = (address: string): string | undefined =>
  /^\/team\?person=([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(address)?.[1];
