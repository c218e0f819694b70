/** The last button pressed on a prerendered page before the application ran. */
let pressed: HTMLElement | undefined;
/** The text typed before that, by field name. */
const typed = new Map<string, string>();
let waiting: AbortController | undefined;

/** Records input on a prerendered page until the application runs. Links work without it. */
export function recordInput(): void {
  waiting = new AbortController();
  const options = { capture: true, signal: waiting.signal };
  for (const field of document.querySelectorAll('input')) recordField(field);
  const press = (event: Event) => {
    const button = (event.target as Element).closest('button');
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    pressed = button;
  };
  // Enter in a field triggers a click on its form's button.
  addEventListener('click', press, options);
  const type = ({ target }: Event) => {
    recordField(target as HTMLInputElement);
    // Typing after the press cancels it: the form would be submitted with the old text.
    pressed = undefined;
  };
  addEventListener('input', type, options);
}

function recordField({ name, value }: HTMLInputElement): void {
  if (name && value) typed.set(name, value);
}

/** Stops recording and replays the recorded text and press. */
export function replayInput(): void {
  waiting?.abort();
  for (const [name, value] of typed) typeInto(document.querySelector(`input[name="${name}"]`), value);
  typed.clear();
  const button = pressed;
  pressed = undefined;
  if (button?.isConnected) button.click();
}

/** Sets the value so that React sees a change, even if the field already has this value. */
function typeInto(field: HTMLInputElement | null, value: string): void {
  if (!field) return;
  field.value = '';
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
