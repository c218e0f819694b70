/** The language of the product. */
const FALLBACK = 'en';

/** The canonical language tag if the platform accepts it, else English. */
function knownLanguage(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? FALLBACK;
  } catch {
    return FALLBACK;
  }
}

/**
 * Chromium reports languages that no formatter accepts, such as `en-US@posix` when it runs with LANG=C. Libraries that
 * read the browser's language would throw, so it is corrected once before any of them loads.
 */
export function correctLanguage(browser: Pick<Navigator, 'language' | 'languages'>): void {
  const languages = [...new Set(browser.languages.map(knownLanguage))];
  const language = knownLanguage(browser.language);
  if (language === browser.language && languages.join() === browser.languages.join()) return;
  Object.defineProperty(browser, 'language', { value: language, configurable: true });
  Object.defineProperty(browser, 'languages', { value: Object.freeze(languages), configurable: true });
}
