import { useMutation } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { useRef, useState } from 'react';
import { call } from '../../../contract/call.ts';
import { messageOf } from '../../../contract/error.ts';
import { type ImportReport, MAX_CSV_BYTES, servers } from '../../../contract/servers.ts';
import { useSave } from '../../api/save.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { SERVER_READS } from '../reads.ts';
import { useUndoBatch } from '../use-bulk.ts';
import { CsvPreview } from './csv-preview.tsx';

/** Chooses a CSV file, shows what it would do row by row, then does all of it or nothing. */
export function CsvDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File>();
  const undo = useUndoBatch();
  const preview = useMutation({
    mutationFn: (chosen: File) => call(servers.import, { query: { dryRun: 'true' }, file: chosen }),
  });
  const run = useSave(servers.import, {
    invalidates: SERVER_READS,
    saved: ({ created, updated, failed, batchId }: ImportReport) => {
      // The inventory changed since the preview: what is wrong by now is shown in its place.
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
    failed: (error) => ({ title: 'Import Failed', text: messageOf(error, 'Nothing was stored.') }),
  });
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    run.reset();
    if (chosen && chosen.size <= MAX_CSV_BYTES) preview.mutate(chosen);
  };
  const report = run.data ?? preview.data;
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
        'A CSV file whose first line names the fields. A name that is there already changes that server; ' +
        'its status, where a check finds it, only into or out of maintenance.'
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            disabled={!canRun}
            busy={run.isPending}
            onClick={() => file && run.mutate({ file, query: {} })}
          >
            Import
          </Button>
        </>
      }
    >
      <FileChoice name={file?.name} isBusy={preview.isPending} onChoose={choose} />
      {problem && (
        <p role="alert" className="mt-3 text-sm text-red">
          {problem}
        </p>
      )}
      {report && !problem && <CsvPreview report={report} />}
    </Dialog>
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
