/** Text as people write it, made safe to stand in markdown: every word of it is seen by the reader. */

/** HTML that the view of documents shows as what it means; the text of any other tag would vanish. */
export const SHOWN_TAGS: ReadonlySet<string> = new Set(
  `a abbr b blockquote br caption code dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd li
   mark ol p pre q s samp section small span strike strong sub summary sup table tbody td tfoot th thead tr tt u ul var wbr`.split(/\s+/),
); // prettier-ignore

const SIZE = /^<!-- width=(?:auto|\d{1,4}px) height=(?:auto|\d{1,4}px) -->$/;
const AUTOLINK = /^<(?:https?:\/\/|mailto:|[\w.+-]{1,64}@[\w-]{1,64}\.)[^\s<>]{1,2000}>/i;
const SPAN = /(?<![`\\])(`{1,3})(?!`)(?:[^`\n]|(?<!`)`(?!\1)){1,1000}?(?<!`)\1(?!`)/g;

/** A line of HTML that a document means to be HTML. */
export const isMeantAsHtml = (line: string): boolean => {
  const [, name = ''] = /^\s*<\/?([A-Za-z][\w:.-]{0,80})[\s/>]/.exec(line.slice(0, 200)) ?? [];
  return SIZE.test(line.trim()) || AUTOLINK.test(line.trimStart()) || SHOWN_TAGS.has(name);
};

/** Words in angle brackets become text; in a document, what the view shows as HTML stays HTML. */
export const withAngleWords = (line: string, isDocument: boolean): string =>
  outsideCode(line, (text) =>
    isDocument && SIZE.test(text.trim())
      ? text
      : withSharesKept(text, isDocument)
          .replace(/(?<!\S)(?:https?:\/\/|www\.)[^\s<]{0,1000}(?<!\\)<[^\s`]{0,1000}/g, (address) =>
            // Where a lone backtick would end the code at the wrong place, it must not become a link: that would end at the bracket.
            line.includes('`') ? address.replace(/(?<=^https?)(?=:)|(?<=^www)(?=\.)/, '\\') : `\`${address}\``)
          .replace(SPAN, (code) => code.replaceAll('<', '\u0000'))
          .replace(/(?<!\\)((?:\\\\){0,20})<(?=[A-Za-z/!?])/g, (whole, before: string, at: number, all: string) => {
            const rest = all.slice(at + before.length, at + before.length + 2_100);
            return AUTOLINK.test(rest) || (isDocument && isTag(rest)) ? whole : `${before}\\<`;
          })
          .replaceAll('\u0000', '<'),
  ); // prettier-ignore

/** Of the two strokes before the name of a share readers would see one. */
const withSharesKept = (text: string, isDocument: boolean): string =>
  isDocument ? text.replace(/(?<![^\s"'(])\\\\(?=[A-Za-z0-9])/g, '\\\\\\\\') : text;

const isTag = (rest: string): boolean => {
  const [, name = ''] = /^<\/?([a-z][a-z0-9]{0,12})(?:\s[^<>]{0,2000})?\/?>/.exec(rest) ?? [];
  return SHOWN_TAGS.has(name) || /^<!-- width=\S+ height=\S+ -->/.test(rest);
};

/** Signs of a text that is no markdown and would be read as such: `\\server`, `__init__`, `2*3`, `&nbsp;`, `[1]: address`. */
export const withoutAccidents = (line: string): string =>
  outsideCode(line, (text) =>
    text
      .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
      .replace(/&(?=#?[A-Za-z0-9]{2,31};)/g, '\\&')
      .replace(/(?<=\w)\*(?=\w)/g, '\\*')
      .replace(/(?<!\w)__(\w{1,100}?)__(?!\w)/g, '\\_\\_$1\\_\\_')
      .replace(/~/g, (sign, at: number, all: string) => (all.indexOf('~') !== all.lastIndexOf('~') && at >= 0 ? '\\~' : sign))
      .replace(/`/g, '\\`')
      .replace(/^(\s*(?:(?:[-*+]|\d{1,3}[.)])\s+|>\s?){0,5})(?=\[[^\]\n]{1,200}\]:)/, '$1\\'),
  ); // prettier-ignore

function outsideCode(line: string, change: (text: string) => string): string {
  let out = '';
  let from = 0;
  for (const span of line.matchAll(SPAN)) {
    out += change(line.slice(from, span.index)) + span[0];
    from = span.index + span[0].length;
  }
  return out + change(line.slice(from));
}
