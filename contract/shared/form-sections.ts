import { asBody, closed, fromBody, splitAtHeadings } from './outline.ts';

/** A heading of a form, with functions that write and parse the section below it. */
export type Section<F> = {
  /** Name of the section. */
  key: string;
  heading: string;
  /** Text below the heading; '' omits the section. */
  write: (form: F) => string;
  /** Parses the section; undefined for any other text, which is then kept unchanged. */
  read: (body: string) => Partial<F> | undefined;
};

/** Text between sections, by the section that precedes it; '' is the start. */
export type Extras = Record<string, string>;

/** The keys of a table of fields, in their order. */
export const keysOf = <Key extends string>(table: Record<Key, unknown>) => Object.keys(table) as Key[];

/** An object with the initial value of each field of a table. */
export const filledFrom = <Key extends string, Field, Value>(
  table: Record<Key, Field>,
  initial: (field: Field) => Value,
) => Object.fromEntries(keysOf(table).map((key) => [key, initial(table[key])])) as Record<Key, Value>;

/** A free-text field with its own heading. */
export const textSection = <F extends Record<K, string>, K extends string>(
  key: K,
  heading: string,
  level = 2,
): Section<F> => ({
  key,
  heading,
  write: (form) => asBody(form[key], level),
  read: (body) => ({ [key]: fromBody(body, level) }) as Partial<F>,
});

/** Writes the form as markdown: sections in order, each followed by the text after it. */
export function writeSections<F extends { extras: Extras }>(
  sections: Section<F>[],
  form: F,
  level = 2,
): string {
  const mark = '#'.repeat(level);
  const blocks = [form.extras['']];
  for (const section of sections) {
    const body = section.write(form);
    blocks.push(body && `${mark} ${section.heading}\n\n${body}`, form.extras[section.key]);
  }
  return blocks
    .filter((block): block is string => Boolean(block))
    .map(closed)
    .join('\n\n');
}

/** Parses markdown into the form, starting from `empty`. No text is lost. */
export function readSections<F extends { extras: Extras }>(
  sections: Section<F>[],
  empty: F,
  markdown: string,
  level = 2,
): F {
  const { intro, parts } = splitAtHeadings(markdown, level);
  const form = { ...empty, extras: intro ? { '': intro } : {} } as F;
  const left = new Set(sections);
  let previous = '';
  for (const { heading, body, raw } of parts) {
    if (body.trim() === '' && sections.some((known) => isCalled(heading, known.heading))) continue;
    const section = [...left].find((candidate) => isCalled(heading, candidate.heading));
    const read = section?.read(body);
    if (section && read) {
      Object.assign(form, read);
      left.delete(section);
      previous = section.key;
    } else {
      const before = form.extras[previous];
      form.extras[previous] = before ? `${before}\n\n${raw}` : raw;
    }
  }
  return form;
}

const isCalled = (heading: string, name: string): boolean =>
  heading.replace(/:$/, '').trim().toLowerCase() === name.toLowerCase();
