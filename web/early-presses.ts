/** The button that was pressed last in a drawn page before anything could answer. */
let pressed: HTMLElement | undefined;
let waiting: AbortController | undefined;

/** Keeps presses of buttons until the program of a drawn page runs. Links lead on by themselves; fields keep what is typed. */
export function keepPresses(): void {
  waiting = new AbortController();
  const { signal } = waiting;
  const keep = (event: Event) => {
    const button = (event.target as Element).closest('button');
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    pressed = button;
  };
  // Enter in a field presses the button of its form.
  addEventListener('click', keep, { capture: true, signal });
}

/** From now on the program answers, also to what was pressed before. */
export function answerPresses(): void {
  waiting?.abort();
  const button = pressed;
  pressed = undefined;
  if (button?.isConnected) button.click();
}
