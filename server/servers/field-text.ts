import { exactTime } from '../../contract/shared/dates.ts';
import { FIGURE_LABELS, figureText } from '../../contract/shared/filter-labels.ts';
import type { ReadableField } from '../../contract/shared/inventory-query.ts';
import {
  isSane,
  fieldOf,
  Figure,
  serverFields,
  shortLabel,
  type ServerField,
} from '../../contract/shared/server-fields.ts';
import { serverPage } from '../../contract/shared/item-address.ts';
import { code, literal } from '../text/written-markdown.ts';
import type { NamedServer } from './statistics.ts';

const TIMES = {
  lastHealthCheck: 'Last checked',
  certificate: 'Certificate expires',
  createdAt: 'Added',
  updatedAt: 'Changed',
} as const;

const INSTANTS = {
  lastHealthCheck: 'lastHealthCheck',
  certificate: 'certificateExpiresAt',
  createdAt: 'createdAt',
  updatedAt: 'updatedAt',
} as const;

export const fieldLabel = (field: ReadableField): string => {
  const figure = Figure.safeParse(field);
  if (figure.success) return FIGURE_LABELS[figure.data];
  if (field in TIMES) return TIMES[field as keyof typeof TIMES];
  return field === 'check' ? 'Health check' : shortLabel(field as ServerField);
};

/** A field of a server as text; null when it is empty. */
export function fieldValue(row: NamedServer, field: ReadableField, timeZone: string): string | null {
  const figure = Figure.safeParse(field);
  if (figure.success) {
    const value = row[figure.data];
    return isSane(figure.data, value) ? figureText(figure.data, value) : null;
  }
  if (field in INSTANTS) {
    const instant = row[INSTANTS[field as keyof typeof INSTANTS]];
    return instant && exactTime(instant, { timeZone });
  }
  if (field === 'check') return row.check && `${row.check.kind} ${row.check.target}`;
  if (field === 'managedBy') return row.managedByName;
  const also = serverFields.filter((other) => fieldOf(other).searchedWith === field);
  const values = [field as ServerField, ...also].map((one) => row[one]);
  return values.filter(Boolean).join(', ') || null;
}

/** A field next to a link: `IP: 10.0.0.1`. */
export function fieldText(row: NamedServer, field: ReadableField, timeZone: string): string {
  const value = fieldValue(row, field, timeZone);
  if (value === null) return `${fieldLabel(field)}: not recorded`;
  const isCode = field === 'ipAddress' || field === 'hostname';
  const of = value.endsWith('%') && Figure.safeParse(field).success ? ' used' : '';
  return `${fieldLabel(field)}: ${isCode ? code(value) : `**${literal(value)}**`}${of}`;
}

/** Server data for a model: all non-empty fields. */
export const plainRow = (
  row: NamedServer,
  fields: readonly ReadableField[],
  timeZone: string,
): Record<string, unknown> => ({
  name: row.name,
  link: serverPage(row.id),
  ...Object.fromEntries(
    fields.flatMap((field) => {
      const value = fieldValue(row, field, timeZone);
      return value === null ? [] : [[field, value]];
    }),
  ),
});
