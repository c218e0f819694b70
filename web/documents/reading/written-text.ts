import { DEFAULT_IMAGE_SIZE, imageOf, type ImageSize, sizeIn } from '../images/image-size.ts';
import { element } from './elements.ts';
import { classNames } from '../../lib/class-names.ts';

/** More than any screen shows at first. A longer text would be slow to lay out; the rest arrives with the editor. */
const MOST_CHARACTERS = 20_000;

/** The metrics of the text editor (text-editor-look.ts), which replaces this text. */
const WRAPPED = 'whitespace-break-spaces [overflow-wrap:anywhere] [tab-size:4] [word-break:break-word]';
const TEXT = 'min-h-80 pb-4 font-mono text-[0.8125rem]/[1.4375rem] [font-variant-ligatures:none]';
const LINE = `invisible relative min-h-[1.4375rem] pr-1 pl-(--numbers) ${WRAPPED}`;
const NUMBER = 'visible absolute left-0 w-(--numbers) pr-3.5 text-right text-muted select-none';
const AREA = classNames(
  'absolute inset-y-0 right-0 left-(--numbers) resize-none overflow-hidden border-0 bg-transparent p-0 pr-1',
  'outline-none',
  WRAPPED,
);

type Place = { offset: number; top: number };

export type WrittenText = {
  box: HTMLElement;
  /** The whole text including input; undefined if nothing was typed. */
  typed: () => string | undefined;
  /** The selection as offsets in the whole text; undefined if the text is not focused. */
  selection: () => { anchor: number; head: number } | undefined;
  /**
   * The first line that starts below this height in the window: its offset in the text, and the top of its characters.
   */
  lineAt: (y: number) => Place | undefined;
};

/**
 * Free text with line numbers and images, for reading and typing. An image splits the text into two fields, because a
 * field can only contain text.
 */
export function writtenText(content: string): WrittenText {
  const { beginning, rest } = split(content);
  const lines = beginning.split('\n');
  const box = element('div', TEXT);
  box.style.setProperty('--numbers', `max(2.25rem, 14px + ${digitsOf(content)} * 12ch / 13)`);
  const fields: { area: HTMLTextAreaElement; first: string; rows: HTMLElement }[] = [];
  const number = () => {
    let count = 0;
    for (const { rows } of fields)
      for (const row of rows.children) row.querySelector('small')?.replaceChildren(String(++count));
  };
  const addField = (value: string) => {
    const area = element('textarea', AREA);
    const rows = element('div');
    rows.setAttribute('aria-hidden', 'true');
    area.value = value;
    area.rows = 1;
    area.setAttribute('aria-label', fields.length === 0 ? 'Content' : `Text below image ${fields.length}`);
    const draw = () => rows.replaceChildren(...area.value.split('\n').map(lineOf));
    draw();
    area.addEventListener('input', () => {
      draw();
      number();
    });
    fields.push({ area, first: area.value, rows });
    box.append(element('div', 'relative', rows, area));
  };
  let from = 0;
  lines.forEach((line, at) => {
    const image = imageOf(line);
    if (!image) return;
    addField(lines.slice(from, at + 1).join('\n'));
    box.append(imageBelow(image, sizeIn(lines[at - 1] ?? '') ?? DEFAULT_IMAGE_SIZE));
    from = at + 1;
  });
  if (from < lines.length || fields.length === 0) addField(lines.slice(from).join('\n'));
  number();

  const isTyped = () => fields.some(({ area, first }) => area.value !== first);
  const startOf = (index: number) =>
    fields.slice(0, index).reduce((sum, { area }) => sum + area.value.length + 1, 0);
  return {
    box,
    typed: () => (isTyped() ? fields.map(({ area }) => area.value).join('\n') + rest : undefined),
    selection: () => {
      const index = fields.findIndex(({ area }) => area === document.activeElement);
      const { area } = fields[index] ?? {};
      if (!area) return undefined;
      const [start, end] = [startOf(index) + area.selectionStart, startOf(index) + area.selectionEnd];
      return area.selectionDirection === 'backward'
        ? { anchor: end, head: start }
        : { anchor: start, head: end };
    },
    lineAt: (y) => {
      let offset = 0;
      for (const { rows, area } of fields) {
        const values = area.value.split('\n');
        for (const [at, row] of [...rows.children].entries()) {
          const letters = document.createRange();
          letters.selectNodeContents(row.lastChild ?? row);
          const [first] = letters.getClientRects();
          if (values[at] && first && first.top > y) return { offset, top: first.top };
          offset += (values[at]?.length ?? 0) + 1;
        }
      }
      return undefined;
    },
  };
}

/** Cuts the text after a whole line near the limit. */
function split(content: string): { beginning: string; rest: string } {
  if (content.length <= MOST_CHARACTERS) return { beginning: content, rest: '' };
  const end = content.lastIndexOf('\n', MOST_CHARACTERS);
  const at = end < 0 ? 0 : end;
  return { beginning: content.slice(0, at), rest: content.slice(at) };
}

/** Digits of the largest line number, for which the editor reserves space. */
const digitsOf = (content: string): number => String(content.split('\n').length).length;

/** Reserves the space of one line; the text field above it shows the text. */
const lineOf = (line: string): HTMLElement =>
  element('div', LINE, element('span', NUMBER, element('small', 'block text-[0.75rem]')), line);

function imageBelow({ alt, src }: { alt: string; src: string }, { width, height }: ImageSize): HTMLElement {
  const image = element('img', 'max-w-full rounded-[6px] border border-border');
  Object.assign(image, { alt, src, draggable: false });
  if (width !== 'auto') image.style.width = `${width}px`;
  if (height !== 'auto') image.style.height = `${height}px`;
  const frame = element('span', 'relative inline-block max-w-full leading-0', image);
  return element('div', 'pt-1 pr-1 pb-2 pl-(--numbers)', frame);
}
