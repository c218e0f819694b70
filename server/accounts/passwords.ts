import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { normalizePassword } from '../../contract/password.ts';
import { placesFor } from '../places.ts';

/** argon2id as OWASP asks at least: 19 MiB, two passes, one lane. */
const STRENGTH = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashes at the same time. Each takes a whole processor, so one is left to those who are signed in. How many visitors wait is
 * bounded where their calls are mounted (http/endpoint.ts).
 */
const HASHES_AT_ONCE = Math.min(4, Math.max(1, availableParallelism() - 1));

const places = placesFor(HASHES_AT_ONCE);

/** Verified against where there is no account, so that both cases take one run of the hash. */
const NOBODY = hash('nobody has this password', STRENGTH);

export const hashPassword = (password: string): Promise<string> =>
  places.run(() => hash(normalizePassword(password), STRENGTH));

/** A hash made with other figures than today's. */
const isWeaker = (passwordHash: string): boolean => {
  const { memoryCost, timeCost, parallelism } = STRENGTH;
  return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
};

/** The form that is hashed today first, then those that were hashed as their owners' keyboards sent them. */
const formsOf = (password: string): Set<string> =>
  new Set([normalizePassword(password), password, password.normalize('NFC'), password.normalize('NFD')]);

/** `outdated`: right, and to be hashed anew, since the hash is weaker than today's or of another form of the password. */
export type Match = 'wrong' | 'right' | 'outdated';

/** The work depends on the typed password alone, so the time does not show whether there is a hash. */
export async function matchPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<Match> {
  return places.run(async () => {
    const [today] = formsOf(password);
    for (const form of formsOf(password)) {
      if (!(await verify(passwordHash ?? (await NOBODY), form))) continue;
      if (!passwordHash) return 'wrong';
      return form === today && !isWeaker(passwordHash) ? 'right' : 'outdated';
    }
    return 'wrong';
  });
}

export const isPassword = async (passwordHash: string | null, password: string): Promise<boolean> =>
  (await matchPassword(passwordHash, password)) !== 'wrong';
