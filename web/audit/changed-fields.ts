export type ChangedField = { name: string; before: string; after: string };

const ABSENT = '—';

/** The fields that differ between two states, as texts to show side by side. */
export function changedFields(before: unknown, after: unknown): ChangedField[] {
  const [old, current] = [fieldsOf(before), fieldsOf(after)];
  const names = new Set([...Object.keys(old), ...Object.keys(current)]);
  return [...names]
    .map((name) => ({ name, before: textOf(old[name]), after: textOf(current[name]) }))
    .filter((field) => field.before !== field.after);
}

const fieldsOf = (state: unknown): Record<string, unknown> =>
  typeof state === 'object' && state !== null ? Object.fromEntries(Object.entries(state)) : {};

function textOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return ABSENT;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
