import * as z from 'zod/mini';

/**
 * The password rule as pure functions, shared by the indicator in the browser and the check on the server. Runs in
 * linear time; the length is limited first.
 */
type Strength = 'very-weak' | 'weak' | 'fair' | 'good' | 'strong';

export type PasswordStrength = {
  strength: Strength;
  /** 0 to 100 */
  score: number;
  requirements: {
    minLength: boolean;
    hasUppercase: boolean;
    hasLowercase: boolean;
    hasNumbers: boolean;
    hasSpecialChars: boolean;
    noCommonPatterns: boolean;
  };
  feedback: string[];
  suggestion: string;
};

export const PASSWORD_MESSAGE =
  'Password must contain at least 12 characters with uppercase, lowercase, numbers, special characters, and avoid common patterns';

const PASS_SCORE = 60;

const MAX_LENGTH = 128;

/**
 * The normalised form of a password: keyboards and input methods send the same characters composed, decomposed or
 * full-width. Uses NFKC, as NIST SP 800-63B recommends.
 */
export const normalizePassword = (password: string): string => password.normalize('NFKC');

const WEAK_WORDS = `
  password passw0rd p@ssw0rd p@ssword admin administrator welcome letmein changeme secret login master monkey dragon
  football baseball iloveyou sunshine princess shadow superman batman trustno1 starwars whatever freedom default
  guest root server opshub summer winter spring autumn company test user hello qwerty`
  .trim()
  .split(/\s+/);

const KEYBOARD_RUNS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1qaz2wsx3edc', 'qazwsxedc'];
const SEQUENCES = ['0123456789', 'abcdefghijklmnopqrstuvwxyz'];

/** Four consecutive characters of a keyboard row or the alphabet, in either direction, are a sequence. */
const RUN_LENGTH = 4;

const holdsRunOf = (text: string, row: string): boolean => {
  const backwards = [...row].toReversed().join('');
  for (let at = 0; at + RUN_LENGTH <= row.length; at++) {
    if (text.includes(row.slice(at, at + RUN_LENGTH)) || text.includes(backwards.slice(at, at + RUN_LENGTH)))
      return true;
  }
  return false;
};

/** A weak word that stands alone or with at most four extra characters. */
const isDressedUpWeakWord = (text: string): boolean =>
  WEAK_WORDS.some((word) => text.includes(word) && text.length - word.length <= 4);

function hasCommonPattern(password: string): boolean {
  const text = password.toLowerCase();
  if (/(.)\1{3,}/u.test(text)) return true;
  if ([...SEQUENCES, ...KEYBOARD_RUNS].some((row) => holdsRunOf(text, row))) return true;
  return isDressedUpWeakWord(text);
}

const gradeOf = (score: number): Strength =>
  score >= 80 ? 'strong' : score >= 60 ? 'good' : score >= 40 ? 'fair' : score >= 20 ? 'weak' : 'very-weak';

export function passwordStrength(typed: string): PasswordStrength {
  const password = normalizePassword(typed);
  const requirements = {
    minLength: password.length >= 12,
    hasUppercase: /[A-Z]/.test(password),
    hasLowercase: /[a-z]/.test(password),
    hasNumbers: /[0-9]/.test(password),
    hasSpecialChars: /[!@#$%^&*]/.test(password),
    noCommonPatterns: password.length > 0 && !hasCommonPattern(password),
  };
  const score = scoreOf(password, requirements);
  const feedback = missingParts(requirements);
  const strength = gradeOf(score);
  return { strength, score, requirements, feedback, suggestion: suggestionFor(feedback, strength) };
}

/** Up to 40 points for length, 40 for four kinds of characters, and 20 for the absence of common patterns. */
function scoreOf(password: string, requirements: PasswordStrength['requirements']): number {
  const length = Math.min(40, Math.round((password.length / 16) * 40));
  const { hasUppercase, hasLowercase, hasNumbers, hasSpecialChars, noCommonPatterns } = requirements;
  const kinds = [hasUppercase, hasLowercase, hasNumbers, hasSpecialChars].filter(Boolean).length * 10;
  const patterns = noCommonPatterns ? 20 : -20;
  return Math.max(0, Math.min(100, length + kinds + patterns));
}

const NEEDS: Record<keyof PasswordStrength['requirements'], string> = {
  minLength: 'Use at least 12 characters',
  hasUppercase: 'Add an uppercase letter',
  hasLowercase: 'Add a lowercase letter',
  hasNumbers: 'Add a number',
  hasSpecialChars: 'Add a special character (!@#$%^&*)',
  noCommonPatterns: 'Avoid common words, repeated characters, sequences and keyboard runs',
};

const missingParts = (requirements: PasswordStrength['requirements']): string[] =>
  (Object.keys(NEEDS) as (keyof typeof NEEDS)[])
    .filter((name) => !requirements[name])
    .map((name) => NEEDS[name]);

function suggestionFor(feedback: string[], strength: Strength): string {
  if (feedback[0]) return feedback[0];
  return strength === 'strong' ? 'Hard to guess' : 'A few more characters make it stronger';
}

export const isStrong = (password: string): boolean => {
  const { score, requirements } = passwordStrength(password);
  return score >= PASS_SCORE && Object.values(requirements).every(Boolean);
};

/** Limits the length first: code units of 128 characters with all marks decomposed. */
const MAX_UNITS = 1_024;

/** Decomposed characters are longer, and some characters expand to several, so the shorter form counts. */
const isTooLong = (password: string): boolean =>
  password.length > MAX_UNITS ||
  Math.min([...password].length, [...normalizePassword(password)].length) > MAX_LENGTH;

/** Limits a password that is typed for comparison. */
export const passwordLength = (message: string) =>
  z.refine<string>((password) => !isTooLong(password), message);

export const strongPassword = z.string().check(
  z.minLength(8, 'Password must be at least 8 characters'),
  passwordLength('Password must not exceed 128 characters'),
  z.refine((password) => isTooLong(password) || isStrong(password), PASSWORD_MESSAGE),
);
