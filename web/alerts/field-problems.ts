import { fieldErrors } from '../api/save.ts';

/** The message of the server about a field or a part of it: `hours` finds the one at `hours.0.from`. */
export function problemsOf(error: unknown): (field: string) => string | undefined {
  const problems = Object.entries(fieldErrors(error) ?? {});
  return (field) => problems.find(([name]) => name === field || name.startsWith(`${field}.`))?.[1];
}
