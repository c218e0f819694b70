import * as z from 'zod/mini';

/**
 * The password rule of the product as pure functions: the indicator in the browser and the check on the server are
 * this same code. Linear in the length of the password; the length is bounded before anything else looks at it.
 */
export type Strength = 'very-weak' | 'weak' | 'fair' | 'good' | 'strong';

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

const WEAK_WORDS = [
  'password', 'passw0rd', 'p@ssw0rd', 'p@ssword', 'admin', 'administrator', 'welcome', 'letmein', 'changeme', 'secret',
  'login', 'master', 'monkey', 'dragon', 'football', 'baseball', 'iloveyou', 'sunshine', 'princess', 'shadow',
  'superman', 'batman', 'trustno1', 'starwars', 'whatever', 'freedom', 'default', 'guest', 'root', 'server', 'opshub',
  'summer', 'winter', 'spring', 'autumn', 'company', 'test', 'user', 'hello', 'qwerty',
]; // prettier-ignore

const KEYBOARD_RUNS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1qaz2wsx3edc', 'qazwsxedc'];
const SEQUENCES = ['0123456789', 'abcdefghijklmnopqrstuvwxyz'];

/** Four neighbours of a row, forwards or backwards, are a run. */
const RUN_LENGTH = 4;

const holdsRunOf = (text: string, row: string): boolean => {
  const backwards = [...row].toReversed().join('');
  for (let at = 0; at + RUN_LENGTH <= row.length; at++) {
    if (text.includes(row.slice(at, at + RUN_LENGTH)) || text.includes(backwards.slice(at, at + RUN_LENGTH)))
      return true;
  }
  return false;
};

/** A weak word that stands alone or has at most four characters around it. */
const isDressedUpWeakWord = (text: string): boolean =>
  WEAK_WORDS.some((word) => text.includes(word) && text.length - word.length <= 4);

export function hasCommonPattern(password: string): boolean {
  const text = password.toLowerCase();
  if (/(.)\1{3,}/u.test(text)) return true;
  if ([...SEQUENCES, ...KEYBOARD_RUNS].some((row) => holdsRunOf(text, row))) return true;
  return isDressedUpWeakWord(text);
}

const gradeOf = (score: number): Strength =>
  score >= 80 ? 'strong' : score >= 60 ? 'good' : score >= 40 ? 'fair' : score >= 20 ? 'weak' : 'very-weak';

export function passwordStrength(password: string): PasswordStrength {
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

/** Up to 40 for length, 40 for the four kinds of characters, 20 for being free of common patterns. */
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

export const strongPassword = z.string().check(
  z.minLength(8, 'Password must be at least 8 characters'),
  z.maxLength(128, 'Password must not exceed 128 characters'),
  z.refine((password) => password.length > 128 || isStrong(password), PASSWORD_MESSAGE),
);
