import type { PasswordStrength } from '../../../contract/shared/password.ts';

type Grade = { word: string; ink: string; fill: string };

const GRADES: Record<PasswordStrength['strength'], Grade> = {
  'very-weak': { word: 'Very weak', ink: 'text-red', fill: 'bg-red-fill' },
  weak: { word: 'Weak', ink: 'text-orange', fill: 'bg-orange-fill' },
  fair: { word: 'Fair', ink: 'text-yellow', fill: 'bg-yellow-fill' },
  good: { word: 'Good', ink: 'text-blue', fill: 'bg-blue-fill' },
  strong: { word: 'Strong', ink: 'text-green', fill: 'bg-green-fill' },
};

/** For levels that this version does not know. */
const UNKNOWN: Grade = { word: 'Unknown', ink: 'text-muted', fill: 'bg-active' };

const gradeOf = (level: string): Grade =>
  Object.hasOwn(GRADES, level) ? GRADES[level as PasswordStrength['strength']] : UNKNOWN;

/** The level of a password as word and colour, with its score out of 100. */
export function StrengthBar({ level, score }: { level: string; score: number }) {
  const { word, ink, fill } = gradeOf(level);
  return (
    <div className="mb-2 flex items-center gap-3">
      <div className="h-1 flex-1 overflow-hidden rounded-full bg-active">
        <div className={`h-full rounded-full ${fill}`} style={{ width: `${score}%` }} />
      </div>
      <output className={`w-24 text-right text-xs font-semibold tabular-nums ${ink}`}>
        <span className="sr-only">Password strength: </span>
        <span>{word}</span> · {score}
      </output>
    </div>
  );
}
