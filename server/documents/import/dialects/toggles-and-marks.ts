import { replaceInText, withoutCode } from './outside-code.ts';

/** `+++ Title` up to `+++`, a collapsible section of Outline. */
export const withToggles = (markdown: string): string =>
  withoutCode(markdown, (lines) =>
    lines.flatMap((line) => {
      const [, title] = /^\+\+\+[ \t]+(\S.*)$/.exec(line) ?? [];
      if (title) return ['<details>', `<summary>${escaped(title)}</summary>`, ''];
      return /^\+\+\+[ \t]*$/.test(line) ? ['', '</details>', ''] : [line];
    }),
  );

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** `==marked==` */
export const withMarks = (markdown: string): string =>
  replaceInText(
    markdown,
    /(?<![=\\])==(?=\S)([^\n=]+?)(?<=\S)==(?!=)/g,
    (_, text = '') => `<mark>${text}</mark>`,
  );
