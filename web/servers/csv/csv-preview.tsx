import type { ImportReport } from '../../../contract/servers.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { ScrollBox } from '../../ui/layout/scroll-box.tsx';

/** Rows that the preview lists; the counts above it speak of all of them. */
const SHOWN = 200;
const WORDS = { create: 'New', update: 'Changed', unchanged: 'Same', error: 'Wrong' } as const;
const LOOKS = { create: 'green', update: 'yellow', unchanged: 'soft', error: 'solid' } as const;

/** What an import would do: how many of each, and the rows, wrong ones first. */
export function CsvPreview({ report }: { report: ImportReport }) {
  const { rows, created, updated, unchanged, failed, ignoredColumns, renames } = report;
  const sorted = rows.toSorted((a, b) => Number(b.action === 'error') - Number(a.action === 'error'));
  return (
    <section aria-label="Preview" className="mt-4 text-sm">
      <p role="status">
        {created} new, {updated} changed, {unchanged} the same, {failed} wrong.
        {failed > 0 && ' Nothing is imported until every row is right.'}
      </p>
      {ignoredColumns.length > 0 && (
        <p className="mt-1 text-muted">Columns that are left out: {ignoredColumns.join(', ')}</p>
      )}
      {renames.map(({ column, to }) => (
        <p key={column} className="mt-1 text-muted">
          To import “{column}”, rename it to “{to}” in the file.
        </p>
      ))}
      <ScrollBox label="Rows of the file" className="mt-3 max-h-80">
        <table className="w-full text-left">
          <thead className="text-xs text-muted">
            <tr>
              <th scope="col" className="py-1 pr-3 font-medium">
                Line
              </th>
              <th scope="col" className="py-1 pr-3 font-medium">
                Server
              </th>
              <th scope="col" className="py-1 font-medium">
                What happens
              </th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, SHOWN).map((row) => (
              <tr key={row.line} className="border-t border-border align-top">
                <td className="py-1.5 pr-3 tabular-nums text-muted">{row.line}</td>
                <td className="tech py-1.5 pr-3 [overflow-wrap:anywhere]">{row.name}</td>
                <td className="py-1.5">
                  <Badge look={LOOKS[row.action]}>{WORDS[row.action]}</Badge>
                  {row.errors.map(({ field, message }) => (
                    <p key={field} className="mt-1 text-xs text-red">
                      {field}: {message}
                    </p>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {rows.length > SHOWN && <p className="mt-2 text-muted">and {rows.length - SHOWN} more rows</p>}
    </section>
  );
}
