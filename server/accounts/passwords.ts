import { hash, verify } from '@node-rs/argon2';
import { normalizePassword } from '../../contract/password.ts';
import { RefusalError, refuse } from '../http/errors.ts';
import { placesFor } from '../places.ts';

/** argon2id as OWASP asks at least: 19 MiB, two passes, one lane. */
const STRENGTH = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Runs at the same time, and how many may wait: more would only make everybody wait longer and fill the memory. */
const AT_ONCE = 4;
const WAITING = 64;

const places = placesFor(AT_ONCE);

/** Runs work in a bounded queue. If the queue is full, the visitor gets a refusal to retry later. */
async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (places.waiting() >= WAITING) {
    throw new RefusalError(
      refuse(503, 'busy', 'Too many people sign in right now. Try again in a moment.', {
        retryAfterSeconds: 2,
      }),
    );
  }
  return places.run(work);
}

/** Verified against where there is no account, so that both cases take one run of the hash. */
const NOBODY = hash('nobody has this password', STRENGTH);

export const hashPassword = (password: string): Promise<string> =>
  withSlot(() => hash(normalizePassword(password), STRENGTH));

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
  return withSlot(async () => {
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
