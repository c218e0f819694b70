/** Documents that a browser keeps at most, and those that it keeps because they were opened in it. */
export const MOST_COPIES = 1_000;
export const MOST_OPENED = 300;
