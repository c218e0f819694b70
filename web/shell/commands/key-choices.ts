import * as z from 'zod/mini';
import { forget, keep, readKept } from '../../lib/kept.ts';

const KEY = 'key-choices';
const Choices = z.record(z.string(), z.string());

/** Keys of one character that somebody may want to press elsewhere. */
export const CHANGEABLE = new Set(['/', '?', 'n', 'g', 'j', 'k', 'x']);

/** By the key that is meant, the key that is pressed for it; kept in this browser. */
const choices = (): Record<string, string> => readKept(KEY, Choices) ?? {};

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
  keep(KEY, chosen);
}

export const hasChoices = (): boolean => Object.keys(choices()).length > 0;
export const forgetChoices = (): void => forget(KEY);
