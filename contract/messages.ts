import * as z from 'zod/mini';

/**
 * What people read when input is wrong, for every schema of both sides that does not say it better itself: short, and
 * what to do instead of what happened.
 */
const KINDS: Record<string, string> = {
  string: 'Must be text',
  number: 'Must be a number',
  int: 'Must be a whole number',
  boolean: 'Must be true or false',
  array: 'Must be a list',
  object: 'Must be an object',
};

z.config({
  customError: (issue) => {
    if (issue.code === 'invalid_type') {
      return issue.input === undefined
        ? 'Is required'
        : (KINDS[issue.expected] ?? `Must be ${issue.expected}`);
    }
    // Of a filter that may be left empty, that is no choice to name.
    if (issue.code === 'invalid_value')
      return `Must be one of: ${issue.values
        .filter((value) => value !== '')
        .map(String)
        .join(', ')}`;
    if (issue.code === 'too_small' && issue.origin === 'number') return `Must be at least ${issue.minimum}`;
    if (issue.code === 'too_big' && issue.origin === 'number') return `Must be at most ${issue.maximum}`;
    if (issue.code === 'too_big') return `Use at most ${issue.maximum} characters`;
    return undefined;
  },
});
