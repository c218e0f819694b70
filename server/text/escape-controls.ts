/**
 * Characters that a terminal obeys, that end a line for some reader, or that change the direction of a line. Others are
 * kept.
 */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g;

/** Writes them as JSON and YAML do: `\u001b`. */
export const escapeControls = (text: string): string =>
  text.replace(CONTROLS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
