import { hash, verify } from '@node-rs/argon2';

/** argon2id as OWASP asks at least: 19 MiB, two passes, one lane. */
const STRENGTH = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Verified against where there is no account, so that both cases take one run of the hash. */
const NOBODY = hash('nobody has this password', STRENGTH);

export const hashPassword = (password: string): Promise<string> => hash(password, STRENGTH);

/** Exactly one run whether or not there is a hash to compare with. */
export async function isPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await NOBODY), password);
  return matches && Boolean(passwordHash);
}
