import { plainText } from '../text/reader-text.ts';
import type { documents } from '../db/schema.ts';

const LENGTH = 240;

/**
 * The text of a card on one line: the excerpt, else the beginning of `text`, which is the content without markup. A heading
 * that repeats the title is left out.
 */
export function summaryOf(
  { title, excerpt }: Pick<typeof documents.$inferSelect, 'title' | 'excerpt'>,
  text: string,
): string {
  const whole = excerpt
    ? plainText(excerpt)
    : text
        .slice(0, 10 * LENGTH)
        .replace(/\s+/g, ' ')
        .trim();
  const isTitled = whole.toLowerCase().startsWith(title.toLowerCase());
  const body = isTitled ? whole.slice(title.length).trim() : whole;
  return body.length > LENGTH ? `${body.slice(0, LENGTH).trimEnd()}…` : body;
}
