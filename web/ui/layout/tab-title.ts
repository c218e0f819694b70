let screen = '';
let waiting = 0;

/** The page has a title of its own until the first screen names it. */
const show = () => {
  if (screen) document.title = waiting > 0 ? `(${waiting}) ${screen}` : screen;
};

/** The title without the count. */
export const screenName = () => screen;

export function nameTab(title: string): void {
  screen = title;
  show();
}

/** Shows in the title of the tab how much waits for the account. */
export function countInTab(count: number): void {
  waiting = count;
  show();
}
