import { relativeTime } from '../../../contract/dates.ts';
import type { Document } from '../../../contract/documents.ts';
import { element, emptySpace } from './elements.ts';
import { buildFields, howToFields } from './form-fields.ts';
import { BAR, COLUMNS, CONTENT, PAGE, TITLE, TITLE_LINE, TOOLBAR, VERSION } from './look.ts';
import { type WrittenText, writtenText } from './written-text.ts';

export type ReadDocument = Pick<
  Document,
  'id' | 'title' | 'content' | 'templateType' | 'version' | 'updatedAt' | 'authorName' | 'lastUpdatedByName'
>;

type Control = HTMLInputElement | HTMLTextAreaElement;
/** A field, identified by its label and its index among fields with the same label. */
type Field = { label: string; nth: number; control: Control; first: string };
type Readable = {
  id: string;
  box: HTMLElement;
  bar: HTMLElement;
  fields: Field[];
  text: WrittenText | undefined;
  isComposing: boolean;
  isSavePressed: boolean;
  /** Pasted files, such as screenshots. The editor uploads them or shows why it cannot. */
  pasted: { target: EventTarget | null; files: File[] }[];
  stop: AbortController;
  onGone: () => void;
};

let readable: Readable | undefined;
const watchers = new Set<() => void>();

function set(next: Readable | undefined): void {
  readable = next;
  for (const changed of watchers) changed();
}

/** Calls `changed` when a document is shown or removed. */
export function watchReadable(changed: () => void): () => void {
  watchers.add(changed);
  return () => void watchers.delete(changed);
}

/** Covers the editor while it loads, below the top bar. */
const PLACE = 'absolute inset-x-0 top-0 z-6 min-h-[calc(100dvh-3.5rem)] bg-surface';

/**
 * Shows a document in `host` before its editor has loaded. Each field has the position and size it has in the editor,
 * and can be read and typed in at once. Input, a pressed save key and the selection are passed on to the editor.
 */
export function showReadable(
  document: ReadDocument,
  host: Element,
  onGone: () => void = () => undefined,
): void {
  removeReadable();
  const stop = new AbortController();
  const title = element('textarea', TITLE);
  title.rows = 1;
  title.value = document.title;
  title.setAttribute('aria-label', 'Title');
  const bar = element('div', `border-b border-border ${BAR}`);
  const isForm = document.templateType === 'how_to_guide' || document.templateType === 'build_document';
  const text = isForm ? undefined : writtenText(document.content);
  const content = text
    ? [emptySpace(`-mx-1 border-b border-border ${TOOLBAR}`), text.box]
    : [(document.templateType === 'how_to_guide' ? howToFields : buildFields)(document.content)];
  const page = element(
    'div',
    PAGE,
    element('div', TITLE_LINE, title, emptySpace('w-7 flex-none')),
    element('p', VERSION, versionOf(document)),
    element('div', CONTENT, ...content),
  );
  const box = element('section', PLACE, bar, element('div', COLUMNS, page));
  box.setAttribute('aria-label', 'Document');
  host.append(box);
  const shown: Readable = {
    id: document.id,
    box,
    bar,
    text,
    fields: text ? fieldsIn(box).filter(({ label }) => label === 'Title') : fieldsIn(box),
    isComposing: false,
    isSavePressed: false,
    pasted: [],
    stop,
    onGone,
  };
  listen(shown);
  set(shown);
}

/** Author and version, in the same words as in the editor. */
export const versionOf = ({ version, lastUpdatedByName, authorName, updatedAt }: ReadDocument): string =>
  `${versionBy({ version, lastUpdatedByName, authorName })}${relativeTime(updatedAt)}`;

type Written = Pick<ReadDocument, 'version' | 'lastUpdatedByName' | 'authorName'>;
export const versionBy = ({ version, lastUpdatedByName, authorName }: Written): string =>
  `Version ${version} · saved by ${lastUpdatedByName ?? authorName} · `;

function fieldsIn(box: Element): Field[] {
  const counts = new Map<string, number>();
  return [...box.querySelectorAll<Control>('input, textarea')].map((control) => {
    const label = labelOf(control);
    const nth = counts.get(label) ?? 0;
    counts.set(label, nth + 1);
    return { label, nth, control, first: control.value };
  });
}

const labelOf = (control: Control): string =>
  control.getAttribute('aria-label') ?? control.labels?.[0]?.textContent ?? '';

function listen(shown: Readable): void {
  const { box, stop } = shown;
  const options = { signal: stop.signal };
  box.addEventListener('compositionstart', () => (shown.isComposing = true), options);
  box.addEventListener('compositionend', () => (shown.isComposing = false), options);
  box.addEventListener(
    'keydown',
    (event) => {
      const isInLine =
        event.target instanceof HTMLInputElement || labelOf(event.target as Control) === 'Title';
      if (event.key === 'Enter' && isInLine && !event.isComposing) event.preventDefault();
    },
    options,
  );
  addEventListener(
    'keydown',
    (event) => {
      if (!(event.metaKey || event.ctrlKey) || event.altKey || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      // The editor may already listen but lacks the text typed here, so it would save the stored text.
      event.stopImmediatePropagation();
      shown.isSavePressed = true;
    },
    { ...options, capture: true },
  );
  box.addEventListener(
    'paste',
    ({ target, clipboardData }) => {
      const files = [...(clipboardData?.files ?? [])];
      if (files.length > 0) shown.pasted.push({ target, files });
    },
    options,
  );
  addEventListener('beforeunload', (event) => isTyped(shown) && event.preventDefault(), options);
}

/** The editor shows an offer above a document with a draft, which would move the text down. */
export function hasLeftDraft(id: string): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith('draft:') && key.includes(`:${id}`));
  } catch {
    // Browsers without storage keep no drafts.
    return false;
  }
}

const isTyped = ({ fields, text }: Readable): boolean =>
  text?.typed() !== undefined || fields.some(({ control, first }) => control.value !== first);

/** Undefined if no document is shown. If the editor fails to load, the page shows the error here and the text stays. */
export const barOfReadable = (): Element | undefined => readable?.bar;

/** Removes the shown document, or with `id` only that one. */
export function removeReadable(id = readable?.id): void {
  if (readable?.id !== id) return;
  readable?.stop.abort();
  readable?.box.remove();
  readable?.onGone();
  set(undefined);
}

/** The editor's free text, as the readable page uses it. */
export type TextTarget = {
  setText: (text: string) => void;
  select: (selection: { anchor: number; head: number }) => void;
  scrollTo: (offset: number, top: number) => void;
};

/**
 * Passes everything to the editor in `page` and removes the readable page in one task, so that no key is lost. Waits
 * while an input method composes a character, as in Japanese.
 */
export function handOver(page: Element, target: TextTarget | undefined): void {
  const shown = readable;
  if (!shown) return;
  if (shown.isComposing) {
    const again = () => setTimeout(() => readable === shown && handOver(page, target));
    shown.box.addEventListener('compositionend', again, { once: true });
    return;
  }
  const places = fieldsIn(page);
  const selection = shown.text?.selection();
  const isScrolled = scrollY > 0;
  const line = isScrolled ? shown.text?.lineAt(LINE_OF_SIGHT) : undefined;
  const typed = shown.text?.typed();
  const { activeElement } = document;
  let focused: [Control, Control] | undefined;
  const placeOf = new Map<EventTarget, Control>();
  for (const { label, nth, control, first } of shown.fields) {
    const place = places.find((each) => each.label === label && each.nth === nth)?.control;
    if (!place) continue;
    placeOf.set(control, place);
    if (control.value !== first) typeInto(place, control.value);
    if (control === activeElement) focused = [control, place];
  }
  if (typed !== undefined) target?.setText(typed);
  const range = focused && ([focused[0].selectionStart, focused[0].selectionEnd] as const);
  removeReadable();
  if (line) target?.scrollTo(line.offset, line.top);
  if (selection) target?.select(selection);
  if (focused && range) {
    focused[1].focus({ preventScroll: true });
    focused[1].setSelectionRange(...range);
  }
  for (const { target: from, files } of shown.pasted) {
    const clipboardData = new DataTransfer();
    for (const file of files) clipboardData.items.add(file);
    const to = (from && placeOf.get(from)) ?? document.activeElement;
    to?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }
  if (shown.isSavePressed)
    dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true }));
}

/** Pixels below both bars: the first fully visible line. */
const LINE_OF_SIGHT = 150;

/** Inserts the text as if typed, so that undo works. The browser's command does so only in the focused field. */
function typeInto(control: Control, value: string): void {
  control.focus({ preventScroll: true });
  control.select();
  if (document.execCommand(value === '' ? 'delete' : 'insertText', false, value)) return;
  // React notices a change only if the value is set with the prototype's setter.
  const type = control instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(type.prototype, 'value')?.set?.call(control, value);
  control.dispatchEvent(new Event('input', { bubbles: true }));
}
