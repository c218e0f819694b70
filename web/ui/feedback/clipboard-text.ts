/** Blanks that a shell takes for letters. The ideographic space is one that people type. */
const BLANKS = /[\u00a0\u2000-\u200a\u202f\u205f]/g;
/** A terminal obeys these. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f]/g;
/** Nobody sees these. Joiners between letters of other scripts and emoji are kept. */
const HIDDEN =
  // oxlint-disable-next-line no-control-regex
  /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|(?<=[\0-\x7f])[\u200c\u200d]|[\u200c\u200d](?=[\0-\x7f]|$)/g;

/** A text as a terminal needs it: common blanks, and no line end at the end, which would run it. */
export const forClipboard = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(BLANKS, ' ')
    .replace(CONTROLS, '')
    .replace(HIDDEN, '')
    .replace(/\n[ \t\n]*$/, '');
