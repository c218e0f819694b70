const KEY = 'key-choices';

/** Keys of one character that somebody may want to press elsewhere. */
export const CHANGEABLE = new Set(['/', '?', 'n', 'g', 'j', 'k', 'x']);

/** By the key that is meant, the key that is pressed for it; kept in this browser. */
function choices(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, string>;
  } catch {
    // Nothing that this product stored.
    return {};
  }
}

export const keyFor = (meant: string): string => choices()[meant] ?? meant;

/** The key that a pressed one stands for; undefined where its meaning was given to another key. */
export function meaningOf(pressed: string): string | undefined {
  const chosen = choices();
  const meant = Object.keys(chosen).find((key) => chosen[key] === pressed);
  return meant ?? (chosen[pressed] === undefined ? pressed : undefined);
}

/** From now on `pressed` does what `meant` did. What it stood for before takes the key that is free now. */
export function chooseKey(meant: string, pressed: string): void {
  const chosen = choices();
  const other = [...CHANGEABLE].find((key) => key !== meant && keyFor(key) === pressed);
  if (other) chosen[other] = keyFor(meant);
  chosen[meant] = pressed;
  for (const [key, value] of Object.entries(chosen)) if (key === value) delete chosen[key];
  localStorage.setItem(KEY, JSON.stringify(chosen));
}

export const hasChoices = (): boolean => Object.keys(choices()).length > 0;
export const forgetChoices = (): void => localStorage.removeItem(KEY);
