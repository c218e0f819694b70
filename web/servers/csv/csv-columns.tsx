import { TriangleAlert } from 'lucide-react';
import { fieldOf, serverFields } from '../../../contract/shared/server-fields.ts';
import type { ImportReport } from '../../../contract/calls/servers.ts';
import { type Option, Select } from '../../ui/controls/select.tsx';
import { ScrollBox } from '../../ui/layout/scroll-box.tsx';

type Columns = ImportReport['columns'];

const LEFT_OUT: Option = { value: '', label: 'Left out' };
const FIELDS: Option[] = serverFields
  .filter((field) => fieldOf(field).kind !== 'account')
  .map((field) => ({ value: field, label: fieldOf(field).label }));

/** Columns of a check have no label: they come from an export of ours. */
const optionsFor = (field: string | null): Option[] =>
  field === null || FIELDS.some(({ value }) => value === field)
    ? [LEFT_OUT, ...FIELDS]
    : [LEFT_OUT, { value: field, label: field }, ...FIELDS];

type Props = { columns: Columns; onChoose: (columns: string) => void };

/** What each column of a CSV file is read as, with its first value and a choice, and a warning about what is left out. */
export function CsvColumns({ columns, onChoose }: Props) {
  const lost = columns.filter(({ field, example }) => field === null && example !== null);
  const choose = (at: number, field: string) =>
    onChoose(
      columns
        // A field has one column: choosing it for another one takes it from the first.
        .map((one, index) => (index === at ? field : one.field === field ? '' : (one.field ?? '')))
        .join(','),
    );
  return (
    <section aria-label="Columns" className="mt-4 text-sm">
      {lost.length > 0 && (
        <p role="status" className="mb-2 flex items-start gap-2 text-yellow">
          <TriangleAlert size={16} className="mt-0.5 flex-none" aria-hidden />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {lost.length === 1 ? 'A column with data is' : `${lost.length} columns with data are`} left out:{' '}
            {lost.map(({ column }) => column).join(', ')}. Choose a field to import it.
          </span>
        </p>
      )}
      <ScrollBox label="Columns of the file" className="max-h-60">
        <table className="w-full text-left">
          <thead className="text-xs text-muted">
            <tr>
              {['Column', 'First value', 'Is read as'].map((head) => (
                <th key={head} scope="col" className="py-1 pr-3 font-medium">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map(({ column, field, example }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the place is what identifies a column
              <tr key={index} className="border-t border-border">
                <td className="py-1 pr-3 [overflow-wrap:anywhere]">{column}</td>
                <td className="tech py-1 pr-3 text-muted [overflow-wrap:anywhere]">{example ?? '—'}</td>
                <td className="py-1">
                  <Select
                    label={`Field of ${column}`}
                    hideLabel
                    options={optionsFor(field)}
                    value={field ?? ''}
                    onChange={(event) => choose(index, event.target.value)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}
