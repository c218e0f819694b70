import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { normalizePassword } from '../../contract/password.ts';
import { placesFor } from '../places.ts';

/** argon2id with the minimum that OWASP recommends: 19 MiB, two passes, one lane. */
const STRENGTH = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashes at the same time. Each occupies a processor, so one stays free for signed-in people. The mounted calls bound
 * how many visitors wait (http/endpoint.ts).
 */
const HASHES_AT_ONCE = Math.min(4, Math.max(1, availableParallelism() - 1));

const places = placesFor(HASHES_AT_ONCE);

/** Verified when there is no account, so that both cases take the time of one hash. */
const NOBODY = hash('nobody has this password', STRENGTH);

export const hashPassword = (password: string): Promise<string> =>
  places.run(() => hash(normalizePassword(password), STRENGTH));

/** Whether a hash was made with parameters other than the current ones. */
const isWeaker = (passwordHash: string): boolean => {
  const { memoryCost, timeCost, parallelism } = STRENGTH;
  return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
};

/** The normalised form first, then the forms that older hashes were made from: the characters as the keyboard sent them. */
const formsOf = (password: string): Set<string> =>
  new Set([normalizePassword(password), password, password.normalize('NFC'), password.normalize('NFD')]);

/** `outdated`: the password is right, but must be hashed again because the hash is weaker or of another form. */
export type Match = 'wrong' | 'right' | 'outdated';

/** The work depends on the typed password alone, so the duration does not reveal whether there is a hash. */
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
