let screen = '';
let waiting = 0;

/** The page has a title of its own until the first screen names it. */
const show = () => {
  if (screen) document.title = waiting > 0 ? `(${waiting}) ${screen}` : screen;
};

/** The title without the count. */
export const screenName = () => screen;

/** Returns a function that brings back the title before, for a screen over another one. */
export function nameTab(title: string): () => void {
  const before = screen;
  const name = (next: string) => {
    screen = next;
    show();
  };
  name(title);
  return () => {
    if (screen === title) name(before);
  };
}

/** Shows in the title of the tab how much waits for the account. */
export function countInTab(count: number): void {
  waiting = count;
  show();
}
