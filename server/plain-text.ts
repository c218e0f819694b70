/** HTML of documents; other words in angle brackets, such as `<server name>`, are words. */
const TAG =
  /<!--[\s\S]{0,10000}?-->|<\/?(?:a|abbr|b|blockquote|body|br|caption|code|dd|del|details|div|dl|dt|em|embed|fig(?:caption|ure)|h[1-6]|head|hr|html|iframe|i|img|input|ins|kbd|li|link|mark|math|meta|noscript|object|ol|p|pre|q|s|samp|script|section|small|span|strike|strong|style|su[bp]|summary|svg|table|tbody|td|template|textarea|tfoot|th|thead|tr|tt|u|ul|var|wbr)(?:\s[^<>]{0,10000})?\/?>/gi;

/** What a markdown text says, without its markup, on one line; good enough for a few lines under a title. */
export const plainText = (markdown: string): string =>
  shown(
    withSignsKept(markdown)
      .replace(TAG, ' ')
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d+[.)]|`{3,}\w*|~{3,}\w*)(?=\s|$)/gm, ' ')
      .replace(/[*`]+|~{2,}/g, '')
      .replace(/\|/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );

/** Signs that are no markup, as the pipe of a command is none, wait among characters that no text uses. */
const ASIDE = 0xe000;
const aside = (sign: string): string => String.fromCodePoint(ASIDE + (sign.codePointAt(0) ?? 0));
const shown = (text: string): string =>
  text.replace(/[\ue020-\ue07e]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? ASIDE) - ASIDE));

/** Most texts hold no such sign, and lists of documents ask for many texts. */
function withSignsKept(markdown: string): string {
  const hasCode = /`|~~~/.test(markdown) && /[|*~[]/.test(markdown);
  if (!hasCode && !/[<\\]/.test(markdown)) return markdown;
  return markdown
    .replace(
      /^ {0,12}(`{3,}|~{3,})[^\n]*\n[\s\S]{0,50000}?\n {0,12}\1|(`{1,3})(?!`)[^`\n]{1,1000}\2/gm,
      // Tildes around a block of code are its fence.
      (code) =>
        code.replace(/^ {0,12}~{3,}|~{3,}$|[<>\\|*~[\]]/g, (sign) => (sign.length > 1 ? sign : aside(sign))),
    )
    .replace(/\\([!-/:-@[-`{-~])/g, (_escape, sign: string) => aside(sign));
}
