import { exactTime } from '../../../contract/dates.ts';
import { FIGURE_LABELS, figureText } from '../../../contract/filter-labels.ts';
import type { ReadableField } from '../../../contract/inventory-query.ts';
import { isSane } from '../../../contract/sane-figure.ts';
import { fieldOf, Figure } from '../../../contract/server-fields.ts';
import type { ServerField } from '../../../contract/server-fields.ts';
import type { servers } from '../../db/schema.ts';
import { code, literal } from './markdown.ts';

export type ServerRow = typeof servers.$inferSelect & { managedByName: string | null };

const TIMES = {
  lastHealthCheck: 'Last checked',
  certificate: 'Certificate expires',
  createdAt: 'Added',
  updatedAt: 'Changed',
} as const;

export const fieldLabel = (field: ReadableField): string => {
  const figure = Figure.safeParse(field);
  if (figure.success) return FIGURE_LABELS[figure.data];
  if (field in TIMES) return TIMES[field as keyof typeof TIMES];
  return field === 'check' ? 'Health check' : fieldOf(field as ServerField).short;
};

/** A field of a server as text; null where nothing is recorded. */
export function fieldValue(row: ServerRow, field: ReadableField, timeZone: string): string | null {
  const figure = Figure.safeParse(field);
  if (figure.success) {
    const value = row[figure.data];
    return isSane(figure.data, value) ? figureText(figure.data, value) : null;
  }
  switch (field) {
    case 'lastHealthCheck':
    case 'createdAt':
    case 'updatedAt':
      return row[field] && exactTime(row[field], timeZone);
    case 'certificate':
      return row.certificateExpiresAt && exactTime(row.certificateExpiresAt, timeZone);
    case 'check':
      return row.check && `${row.check.kind} ${row.check.target}`;
    case 'managedBy':
      return row.managedByName;
    case 'primaryFunction':
      return (
        [row.primaryFunction, row.secondaryFunction, row.tertiaryFunction].filter(Boolean).join(', ') || null
      );
    default:
      return row[field as Exclude<ServerField, 'managedBy'>] || null;
  }
}

/** A field beside a link: `IP: 10.0.0.1`. */
export function fieldText(row: ServerRow, field: ReadableField, timeZone: string): string {
  const value = fieldValue(row, field, timeZone);
  if (value === null) return `${fieldLabel(field)}: not recorded`;
  const isCode = field === 'ipAddress' || field === 'hostname';
  return `${fieldLabel(field)}: ${isCode ? code(value) : `**${literal(value)}**`}`;
}

/** What a model reads of a server: every field that is filled in. */
export const plainRow = (
  row: ServerRow,
  fields: readonly ReadableField[],
  timeZone: string,
): Record<string, unknown> => ({
  name: row.name,
  link: `/infrastructure?server=${row.id}`,
  ...Object.fromEntries(
    fields.flatMap((field) => {
      const value = fieldValue(row, field, timeZone);
      return value === null ? [] : [[field, value]];
    }),
  ),
});
