import { expect, test } from 'vitest';
import { correctLanguage } from './browser-language.ts';

test.each([
  ['en-US@posix', 'en'],
  ['C', 'en'],
  ['de_DE.UTF-8', 'en'],
  ['', 'en'],
  ['de-AT', 'de-AT'],
  ['pt-BR', 'pt-BR'],
])('INFRA-12 a browser whose language is %j formats in %s', (language, known) => {
  const browser = { language, languages: [language, 'fr'] };
  correctLanguage(browser);
  expect(browser).toEqual({ language: known, languages: [known, 'fr'] });
  expect(() => new Intl.NumberFormat(browser.language)).not.toThrow();
});
