type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** A field, identified by its label and its index among fields with the same label. */
type EarlyField = { label: string; nth: number; control: Control; first: string };
type EarlyText = {
  id: string;
  box: HTMLElement;
  fields: EarlyField[];
  isComposing: boolean;
  isSavePressed: boolean;
  /** Pasted files, such as screenshots. The editor uploads them or shows why it cannot. */
  pasted: { target: EventTarget | null; files: File[] }[];
  stop: AbortController;
  remove: () => void;
};

/** The text of a document that stands in for its editor (readable-document.tsx). There is one at most. */
let shown: EarlyText | undefined;
const watchers = new Set<() => void>();

function set(next: EarlyText | undefined): void {
  shown = next;
  for (const changed of watchers) changed();
}

/** The element that stands in for the editor. Without an editor it stays, and the page shows the error in its bar. */
export const earlyText = (): HTMLElement | undefined => shown?.box;

/** Calls `changed` when a text begins to stand in, and when the editor is there. */
export function watchEarlyText(changed: () => void): () => void {
  watchers.add(changed);
  return () => void watchers.delete(changed);
}

/** Takes the text that the server rendered into the page, if any. A draft offers itself above it and would push it down. */
export function takeServedText(): void {
  const frame = document.querySelector<HTMLElement>('[data-first-text]');
  const box = frame?.querySelector<HTMLElement>('[data-early-text]');
  if (!frame || !box) return;
  if (hasLeftDraft(box.dataset['earlyText'] ?? '')) frame.remove();
  else takeInput(box, () => frame.remove());
}

/** Keeps what is typed, pasted and saved in `box` until the editor is there. `remove` removes the text then. */
export function takeInput(box: HTMLElement, remove: () => void): void {
  removeEarlyText();
  const taken: EarlyText = {
    id: box.dataset['earlyText'] ?? '',
    box,
    fields: fieldsIn(box),
    isComposing: false,
    isSavePressed: false,
    pasted: [],
    stop: new AbortController(),
    remove,
  };
  listen(taken);
  set(taken);
}

/** Removes the text, or with `id` only that of this document. */
export function removeEarlyText(id = shown?.id): void {
  if (!shown || shown.id !== id) return;
  const { stop, remove } = shown;
  set(undefined);
  stop.abort();
  remove();
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

function fieldsIn(box: Element): EarlyField[] {
  const counts = new Map<string, number>();
  return [...box.querySelectorAll<Control>('input:not([type=file]), textarea, select')].map((control) => {
    const label = control.getAttribute('aria-label') ?? control.labels?.[0]?.textContent ?? '';
    const nth = counts.get(label) ?? 0;
    counts.set(label, nth + 1);
    return { label, nth, control, first: firstValueOf(control) };
  });
}

/** The value in the page, also if somebody typed before this script ran. */
const firstValueOf = (control: Control): string =>
  control instanceof HTMLSelectElement
    ? (control.querySelector<HTMLOptionElement>('option[selected]') ?? control).value
    : control.defaultValue;

const isFreeText = ({ control }: EarlyField): boolean => 'freeText' in control.dataset;

function listen(taken: EarlyText): void {
  const { box, fields, stop } = taken;
  const options = { signal: stop.signal, capture: true };
  box.addEventListener('compositionstart', () => (taken.isComposing = true), options);
  box.addEventListener('compositionend', () => (taken.isComposing = false), options);
  box.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' || event.isComposing) return;
      const isTitle = fields[0]?.control === event.target;
      if (isTitle || event.target instanceof HTMLInputElement) event.preventDefault();
      // The fields would react as those of the editor, which is not there yet.
      event.stopPropagation();
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
      taken.isSavePressed = true;
    },
    options,
  );
  box.addEventListener(
    'paste',
    (event) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.stopPropagation();
      taken.pasted.push({ target: event.target, files });
    },
    options,
  );
  const isTyped = () => fields.some(({ control, first }) => control.value !== first);
  addEventListener('beforeunload', (event) => isTyped() && event.preventDefault(), options);
}

/** One field of the free text: where its first value begins in the stored text, and its present one in the typed text. */
type Portion = { from: number; to: number; control: HTMLTextAreaElement; first: string };

function portionsOf(fields: EarlyField[]): Portion[] {
  let [from, to] = [0, 0];
  return fields.filter(isFreeText).map(({ control, first }) => {
    const portion = { from, to, control: control as HTMLTextAreaElement, first };
    from += first.length + 1;
    to += control.value.length + 1;
    return portion;
  });
}

/** The selection as offsets in the typed text; undefined if the text is not focused. */
function selectionIn(portions: Portion[]): { anchor: number; head: number } | undefined {
  const focused = portions.find(({ control }) => control === document.activeElement);
  if (!focused) return undefined;
  const { to, control } = focused;
  const [start, end] = [to + control.selectionStart, to + control.selectionEnd];
  return control.selectionDirection === 'backward'
    ? { anchor: end, head: start }
    : { anchor: start, head: end };
}

/** Pixels below both bars: the first fully visible line. */
const LINE_OF_SIGHT = 150;

/** The first line below this height in the window: its offset in the typed text, and the top of its characters. */
function lineInSight(portions: Portion[]): { offset: number; top: number } | undefined {
  for (const { to, control, first } of portions) {
    const rows = control.parentElement?.firstElementChild?.children ?? [];
    const lines = first.split('\n');
    let offset = to;
    for (const [at, row] of [...rows].entries()) {
      const letters = document.createRange();
      letters.selectNodeContents(row.lastChild ?? row);
      const [box] = letters.getClientRects();
      const isTypedAbove = !control.value.startsWith(lines.slice(0, at).join('\n'));
      if (lines[at] && box && box.top > LINE_OF_SIGHT)
        return { offset: offset + (isTypedAbove ? control.value.length - first.length : 0), top: box.top };
      offset += (lines[at]?.length ?? 0) + 1;
    }
  }
  return undefined;
}

/** The editor's free text, as the early text uses it. */
export type TextTarget = {
  /** Replaces what was `before` at `from`. */
  replace: (changes: { from: number; before: string; after: string }[]) => void;
  select: (selection: { anchor: number; head: number }) => void;
  scrollTo: (offset: number, top: number) => void;
};

/**
 * Passes everything to the editor in `page` and removes the early text in one task, so that no key is lost. Waits while
 * an input method composes a character, as in Japanese.
 */
export function handOver(page: Element, target: TextTarget | undefined): void {
  const taken = shown;
  // A text that has not arrived yet is no longer needed.
  if (!taken) return set(undefined);
  if (taken.isComposing) {
    const again = () => setTimeout(() => shown === taken && handOver(page, target));
    taken.box.addEventListener('compositionend', again, { once: true });
    return;
  }
  const own = fieldsIn(page);
  const portions = portionsOf(taken.fields);
  const selection = selectionIn(portions);
  const line = scrollY > 0 ? lineInSight(portions) : undefined;
  const { activeElement } = document;
  let focused: [Control, Control] | undefined;
  const successors = new Map<EventTarget, Control>();
  for (const field of taken.fields) {
    if (isFreeText(field)) continue;
    const { label, nth, control, first } = field;
    const successor = own.find((each) => each.label === label && each.nth === nth)?.control;
    if (!successor) continue;
    successors.set(control, successor);
    if (control.value !== first) typeInto(successor, control.value);
    if (control === activeElement) focused = [control, successor];
  }
  const typed = portions.filter(({ control, first }) => control.value !== first);
  if (typed.length > 0)
    target?.replace(typed.map(({ from, first, control }) => ({ from, before: first, after: control.value })));
  const range = focused && selectionOf(focused[0]);
  removeEarlyText();
  if (line) target?.scrollTo(line.offset, line.top);
  if (selection) target?.select(selection);
  if (focused) {
    focused[1].focus({ preventScroll: true });
    if (range && !(focused[1] instanceof HTMLSelectElement)) focused[1].setSelectionRange(...range);
  }
  for (const { target: from, files } of taken.pasted) {
    const clipboardData = new DataTransfer();
    for (const file of files) clipboardData.items.add(file);
    const to = (from && successors.get(from)) ?? document.activeElement;
    to?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }
  if (taken.isSavePressed)
    dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true }));
}

const selectionOf = (control: Control): [number, number] | undefined =>
  control instanceof HTMLSelectElement ? undefined : [control.selectionStart ?? 0, control.selectionEnd ?? 0];

/** Changes the field as if a person did, so that undo works. The browser's command types only in the focused field. */
function typeInto(control: Control, value: string): void {
  const isSelect = control instanceof HTMLSelectElement;
  control.focus({ preventScroll: true });
  if (!isSelect) {
    control.select();
    if (document.execCommand(value === '' ? 'delete' : 'insertText', false, value)) return;
  }
  // React notices a change only if the value is set with the prototype's setter.
  const { constructor } = control;
  Object.getOwnPropertyDescriptor(constructor.prototype, 'value')?.set?.call(control, value);
  control.dispatchEvent(new Event(isSelect ? 'change' : 'input', { bubbles: true }));
}
