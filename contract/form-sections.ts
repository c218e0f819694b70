import { asBody, closed, fromBody, splitAtHeadings } from './outline.ts';

/** One heading that a form knows, and how the part of the form under it is written and read. */
export type Section<F> = {
  /** How the place after it is called. */
  key: string;
  heading: string;
  /** What stands under the heading; '' leaves the section out. */
  write: (form: F) => string;
  /** The part of the form; undefined when the text is something else, which is then kept as it is. */
  read: (body: string) => Partial<F> | undefined;
};

/** What somebody wrote between the sections of the form, by the section it stands after; '' is the very beginning. */
export type Extras = Record<string, string>;

/** A field of free text under a heading of its own. */
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

/** The form as markdown: its sections in their order, each followed by what was written after it. */
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

/** The form that the markdown fills, over `empty`. Nothing in the text is lost. */
export function readSections<F extends { extras: Extras }>(
  sections: Section<F>[],
  empty: F,
  markdown: string,
  level = 2,
): F {
  const { intro, parts } = splitAtHeadings(markdown, level);
  const form = { ...empty, extras: intro ? { '': intro } : {} } as F;
  const left = new Set(sections);
  let place = '';
  for (const { heading, body, raw } of parts) {
    if (body.trim() === '' && sections.some((known) => isCalled(heading, known.heading))) continue;
    const section = [...left].find((candidate) => isCalled(heading, candidate.heading));
    const read = section?.read(body);
    if (section && read) {
      Object.assign(form, read);
      left.delete(section);
      place = section.key;
    } else {
      const before = form.extras[place];
      form.extras[place] = before ? `${before}\n\n${raw}` : raw;
    }
  }
  return form;
}

const isCalled = (heading: string, name: string): boolean =>
  heading.replace(/:$/, '').trim().toLowerCase() === name.toLowerCase();
