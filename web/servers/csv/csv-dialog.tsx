import { useMutation } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { useRef, useState } from 'react';
import { call } from '../../../contract/calls/call.ts';
import { messageOf } from '../../../contract/shared/error.ts';
import { type ImportReport, MAX_CSV_BYTES, servers } from '../../../contract/calls/servers.ts';
import { reasonOr, useSave } from '../../api/save.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { CsvColumns } from './csv-columns.tsx';
import { SERVER_READS } from '../server-actions.ts';
import { useUndoBatch } from '../use-bulk.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { ScrollBox } from '../../ui/layout/scroll-box.tsx';

/** Selects a CSV file, previews its changes row by row, then applies all of them or none. */
export function CsvDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File>();
  const [columns, setColumns] = useState<string>();
  const undo = useUndoBatch();
  const preview = useMutation({
    mutationFn: ({ chosen, columns }: { chosen: File; columns: string | undefined }) =>
      call(servers.import, { query: { dryRun: 'true', columns }, file: chosen }),
  });
  const run = useSave(servers.import, {
    invalidates: SERVER_READS,
    saved: ({ created, updated, failed, batchId }: ImportReport) => {
      // The inventory changed since the preview: the new problems replace the preview.
      if (failed > 0) return undefined;
      onClose();
      return {
        title: 'Imported',
        text: `${created} added, ${updated} changed`,
        ...(batchId
          ? { action: { label: 'Undo', run: () => undo.mutate({ params: { id: batchId } }) } }
          : {}),
      };
    },
    failed: reasonOr('Nothing was stored.', 'Import Failed'),
  });
  const read = (chosen: File | undefined, next?: string) => {
    setFile(chosen);
    setColumns(next);
    if (next === undefined) setKnown(undefined);
    run.reset();
    if (chosen && chosen.size <= MAX_CSV_BYTES) preview.mutate({ chosen, columns: next });
  };
  const report = run.data ?? preview.data;
  // The columns stay in view while the file is read again, and when the choice is refused.
  const [known, setKnown] = useState<ImportReport['columns']>();
  if (report && report.columns !== known) setKnown(report.columns);
  const fields = columns?.split(',');
  const shown = known?.map((one, at) => (fields ? { ...one, field: fields[at] || null } : one));
  const canRun = report && report.failed === 0 && report.created + report.updated > 0;
  const tooLarge =
    file && file.size > MAX_CSV_BYTES ? 'The file is too large: at most 20 MB are taken' : undefined;
  const problem =
    tooLarge ?? (preview.isError ? messageOf(preview.error, 'The file could not be read.') : undefined);
  return (
    <Dialog
      open
      onClose={onClose}
      width="form"
      title="Import servers"
      text={
        'A CSV file whose first line names the columns. A name that is there already changes that server; ' +
        'its status, where a check finds it, only into or out of maintenance.'
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            disabled={!canRun || preview.isPending}
            busy={run.isPending}
            onClick={() => file && run.mutate({ file, query: { columns } })}
          >
            Import
          </Button>
        </>
      }
    >
      <FileChoice name={file?.name} isBusy={preview.isPending} onChoose={read} />
      {problem && (
        <p role="alert" className="mt-3 text-sm text-red">
          {problem}
        </p>
      )}
      {file && shown && <CsvColumns columns={shown} onChoose={(next) => read(file, next)} />}
      {report && !problem && <CsvPreview report={report} />}
    </Dialog>
  );
}

/** Maximum rows in the preview; the counts above it cover all rows. */
const SHOWN = 200;
const WORDS = { create: 'New', update: 'Changed', unchanged: 'Same', error: 'Wrong' } as const;
const LOOKS = { create: 'green', update: 'yellow', unchanged: 'soft', error: 'solid' } as const;

/** The changes of an import: counts, then the rows, those with errors and notices first. */
function CsvPreview({ report }: { report: ImportReport }) {
  const { rows, created, updated, unchanged, failed, nameColumn, columns } = report;
  const headerOf = (field: string) => columns.find((one) => one.field === field)?.column ?? field;
  const weightOf = ({ action, notices }: ImportReport['rows'][number]) =>
    action === 'error' ? 2 : Math.min(notices.length, 1);
  const sorted = rows.toSorted((a, b) => weightOf(b) - weightOf(a));
  return (
    <section aria-label="Preview" className="mt-4 text-sm">
      <p role="status">
        {created} new, {updated} changed, {unchanged} the same, {failed} wrong.
        {failed > 0 && ' Nothing is imported until every row is right.'}
      </p>
      {nameColumn !== null && (
        <p className="mt-1">The server names are those of the column “{nameColumn}”.</p>
      )}
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
                      {headerOf(field)}: {message}
                    </p>
                  ))}
                  {row.notices.map(({ field, message }) => (
                    <p key={field} className="mt-1 text-xs text-muted">
                      {headerOf(field)}: {message}
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

type FileChoiceProps = {
  name: string | undefined;
  isBusy: boolean;
  onChoose: (file: File | undefined) => void;
};

function FileChoice({ name, isBusy, onChoose }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        aria-label="CSV file"
        className="hidden"
        onChange={(event) => {
          onChoose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button
          icon={<FileSpreadsheet size={16} className="text-muted" aria-hidden />}
          busy={isBusy}
          onClick={() => input.current?.click()}
        >
          {name ? 'Choose another file' : 'Choose a CSV file'}
        </Button>
        {name && <span className="min-w-0 truncate text-sm">{name}</span>}
      </div>
    </>
  );
}
