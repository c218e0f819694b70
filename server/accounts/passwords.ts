import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import type { Register } from '../../contract/calls/accounts.ts';
import { normalizePassword, PASSWORD_MESSAGE } from '../../contract/shared/password.ts';
import { type Refusal, refuseField } from '../http/errors.ts';

/** argon2id with the minimum that OWASP recommends: 19 MiB, two passes, one lane. */
const STRENGTH = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashes at the same time. Each occupies a processor, so one stays free for signed-in people. The mounted calls bound
 * how many visitors wait (http/endpoint.ts).
 */
const HASHES_AT_ONCE = Math.min(4, Math.max(1, availableParallelism() - 1));

const limited = pLimit(HASHES_AT_ONCE);

/** Verified when there is no account, so that both cases take the time of one hash. */
const NOBODY = hash('nobody has this password', STRENGTH);

export const hashPassword = (password: string): Promise<string> =>
  limited(() => hash(normalizePassword(password), STRENGTH));

/** Whether a hash was made with parameters other than the current ones. */
const isWeaker = (passwordHash: string): boolean => {
  const { memoryCost, timeCost, parallelism } = STRENGTH;
  return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
};

/** The normalised form first, then the forms that older hashes were made from: the characters as the keyboard sent them. */
const formsOf = (password: string): Set<string> =>
  new Set([normalizePassword(password), password, password.normalize('NFC'), password.normalize('NFD')]);

/** `outdated`: the password is right, but must be hashed again because the hash is weaker or of another form. */
type Match = 'wrong' | 'right' | 'outdated';

/** The work depends on the typed password alone, so the duration does not reveal whether there is a hash. */
export async function matchPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<Match> {
  return limited(async () => {
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

type Person = Pick<Register, 'email' | 'firstName' | 'lastName'>;

/** Attackers also try listed passwords and words with up to this many extra characters. The browser applies the same rule. */
const DRESS = 4;
/** Characters that must remain after removing words that relate to this person. */
const OWN = 8;
const PRODUCT = ['opshub', 'ops', 'hub', 'operations'];

const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const plain = (text: string) => text.replace(/[013457@$!]/g, (sign) => LOOKALIKES[sign] ?? sign);

/** Whether attackers would try this password first, for anybody or for this person. */
async function isGuessable(password: string, person: Person): Promise<boolean> {
  const text = normalizePassword(password).toLowerCase();
  return isMostlyOwnWords(text, person) || isCommonWord(text, await wordList());
}

function isMostlyOwnWords(text: string, { email, firstName, lastName }: Person): boolean {
  const words = `${email} ${firstName} ${lastName}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  let rest = plain(text);
  const longestFirst = [...words, ...PRODUCT]
    .map(plain)
    .filter((word) => word.length >= 3)
    .toSorted((a, b) => b.length - a.length);
  for (const word of longestFirst) rest = rest.replaceAll(word, '');
  return rest.length < text.length && rest.length < OWN;
}

/** Finds a word between digits and signs, also with look-alike characters for some letters. */
function isCommonWord(text: string, list: ReadonlySet<string>): boolean {
  const inner = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const behind = text.replace(/[^\p{L}]+$/u, '');
  return [text, inner, behind].some(
    (word) => text.length - word.length <= DRESS && (list.has(word) || list.has(plain(word))),
  );
}

/** Returns the refusal for such a password, at its form field. */
export async function guessable(
  field: 'password' | 'newPassword',
  password: string,
  person: Person,
): Promise<Refusal | undefined> {
  if (!(await isGuessable(password, person))) return undefined;
  return refuseField(field, PASSWORD_MESSAGE);
}

let loading: Promise<ReadonlySet<string>> | undefined;

/** About fifty thousand English words and passwords in lower case; loaded on first use to keep the start short. */
const wordList = (): Promise<ReadonlySet<string>> => {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set([...dictionary['passwords-common'], ...dictionary['diceware-common']]),
  );
  return loading;
};
