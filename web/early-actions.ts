/** The button that was pressed last in a drawn page before anything could answer. */
let pressed: HTMLElement | undefined;
/** What was typed by then, by the name of the field. */
const typed = new Map<string, string>();
let waiting: AbortController | undefined;

/** Keeps what is typed and pressed until the program of a drawn page runs. Links lead on by themselves. */
export function keepActions(): void {
  waiting = new AbortController();
  const options = { capture: true, signal: waiting.signal };
  for (const field of document.querySelectorAll('input')) keepTyped(field);
  const press = (event: Event) => {
    const button = (event.target as Element).closest('button');
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    pressed = button;
  };
  // Enter in a field presses the button of its form.
  addEventListener('click', press, options);
  const type = ({ target }: Event) => {
    keepTyped(target as HTMLInputElement);
    // Whoever types on does not want it sent as it was.
    pressed = undefined;
  };
  addEventListener('input', type, options);
}

function keepTyped({ name, value }: HTMLInputElement): void {
  if (name && value) typed.set(name, value);
}

/** From now on the program answers, also to what was typed and pressed before. */
export function answerActions(): void {
  waiting?.abort();
  for (const [name, value] of typed) typeInto(document.querySelector(`input[name="${name}"]`), value);
  typed.clear();
  const button = pressed;
  pressed = undefined;
  if (button?.isConnected) button.click();
}

/** The program hears of it, also where the field has the value already: it is told of changes alone. */
function typeInto(field: HTMLInputElement | null, value: string): void {
  if (!field) return;
  field.value = '';
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
