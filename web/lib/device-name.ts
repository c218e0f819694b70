/** The first match wins: most browsers also name those they derive from. */
const BROWSERS: [pattern: RegExp, name: string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S+ .*Safari\//, 'Safari'],
];

const SYSTEMS: [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const HANDHELDS = new Set(['iPhone', 'iPad', 'Android']);

const nameIn = (names: [RegExp, string][], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** 'Firefox on Linux' from a user agent; for programs the name they report, such as 'curl'. */
export function deviceName(userAgent: string): { name: string; isHandheld: boolean } {
  const system = nameIn(SYSTEMS, userAgent);
  const browser = nameIn(BROWSERS, userAgent) ?? programIn(userAgent);
  const name = browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown device');
  return { name, isHandheld: system !== undefined && HANDHELDS.has(system) };
}

/** 'curl' from 'curl/8.5.0'. Every browser calls itself Mozilla, so that name is ignored. */
const programIn = (userAgent: string): string | undefined =>
  /^(?!Mozilla\b)[^\s/]{1,40}/.exec(userAgent)?.[0];
