/** English, which the product speaks. */
const FALLBACK = 'en';

/** The language where the platform knows it by that name, else English. */
function knownLanguage(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? FALLBACK;
  } catch {
    return FALLBACK;
  }
}

/**
 * Chromium names languages that no formatter accepts, such as `en-US@posix` where it runs with LANG=C. Libraries that read
 * the language of the browser would throw, so it is corrected once, before any of them loads.
 */
export function correctLanguage(browser: Pick<Navigator, 'language' | 'languages'>): void {
  const languages = [...new Set(browser.languages.map(knownLanguage))];
  const language = knownLanguage(browser.language);
  if (language === browser.language && languages.join() === browser.languages.join()) return;
  Object.defineProperty(browser, 'language', { value: language, configurable: true });
  Object.defineProperty(browser, 'languages', { value: Object.freeze(languages), configurable: true });
}
