import { hash, verify } from '@node-rs/argon2';
import { RefusalError, refuse } from '../errors.ts';
import { placesFor } from '../places.ts';

/** argon2id as OWASP asks at least: 19 MiB, two passes, one lane. */
const STRENGTH = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Runs at the same time, and how many may wait: more would only make everybody wait longer and fill the memory. */
const AT_ONCE = 4;
const WAITING = 64;

const places = placesFor(AT_ONCE);

/** One run after the other in a queue of bounded length; when it is full the visitor is asked to come back. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (places.waiting() >= WAITING) {
    throw new RefusalError(
      refuse(503, 'busy', 'Too many people sign in right now. Try again in a moment.', {}, 2),
    );
  }
  return places.run(work);
}

/** Verified against where there is no account, so that both cases take one run of the hash. */
const NOBODY = hash('nobody has this password', STRENGTH);

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, STRENGTH));

/** A hash made with other figures than today's; it is made anew when its owner signs in. */
export const isOutdated = (passwordHash: string): boolean => {
  const { memoryCost, timeCost, parallelism } = STRENGTH;
  return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
};

/** Exactly one run whether or not there is a hash to compare with. */
export async function isPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const matches = await inTurn(async () => verify(passwordHash ?? (await NOBODY), password));
  return matches && Boolean(passwordHash);
}
