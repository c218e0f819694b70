import { useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { toast } from '../../ui/overlays/toasts.ts';
import { bringsSomething, ImportReportView } from './import-report.tsx';
import { PastImports } from './past-imports.tsx';
import { sizeText } from './file-check.ts';
import { UndoImport } from './undo-import.tsx';
import { useImport } from './use-import.ts';
import { ZipChooser } from './zip-chooser.tsx';

type Props = { open: boolean; onClose: () => void };

/** Imports a zip: choose it, see what it would bring, import it, read the report, undo it. */
export function ImportDialog({ open, onClose }: Props) {
  const run = useImport();
  const [refusal, setRefusal] = useState<string>();
  const isRunning = run.state === 'uploading' || run.state === 'working';
  const isImporting = isRunning && run.phase === 'import';

  const close = () => {
    run.leave();
    if (isImporting) {
      toast({
        kind: 'success',
        title: 'Import running',
        text: 'It goes on in the background. The list shows what arrives.',
      });
    }
    onClose();
  };
  const choose = (file: File) => {
    setRefusal(undefined);
    run.check(file);
  };

  return (
    <Dialog
      open={open}
      onClose={close}
      title="Import documents"
      {...((run.state === 'planned' || run.state === 'done') && { width: 'form' })}
      {...(run.state === 'choosing' && { text: EXPLANATION })}
      footer={
        <>
          {(run.state === 'failed' || run.state === 'planned') && (
            <Button onClick={run.reset}>Choose another file</Button>
          )}
          <Button look={run.state === 'done' ? 'primary' : 'default'} onClick={close}>
            {run.state === 'choosing' || run.state === 'planned' ? 'Cancel' : 'Close'}
          </Button>
          {run.state === 'planned' && (
            <Button look="primary" disabled={!bringsSomething(run.report)} onClick={run.run}>
              Import
            </Button>
          )}
        </>
      }
    >
      {run.state === 'choosing' && (
        <>
          <ZipChooser onChoose={choose} onRefuse={setRefusal} />
          <PastImports />
        </>
      )}
      {run.state === 'uploading' && (
        <Progress text={`Uploading ${run.file.name} (${sizeText(run.file.size)})`} />
      )}
      {run.state === 'working' && (
        <Progress
          text={`${run.phase === 'check' ? 'Looking through' : 'Importing'} ${run.file.name}`}
          done={run.job?.done}
          total={run.job?.total}
        />
      )}
      {isImporting && (
        <p className="mt-3 text-sm text-muted">
          You can close this window; the import goes on in the background.
        </p>
      )}
      {(run.state === 'planned' || run.state === 'done') && <ImportReportView report={run.report} />}
      {run.state === 'done' && bringsSomething(run.report) && (
        <div className="mt-4">
          <UndoImport importId={run.importId} />
        </div>
      )}
      <Refusal text={run.state === 'failed' ? run.reason : refusal} />
      {/* The page behind a dialog is silent for screen readers, so the dialog says it itself. */}
      <p role="status" className="sr-only">
        {run.spoken}
      </p>
    </Dialog>
  );
}

const EXPLANATION =
  'A zip of markdown files with their images, or an export of Confluence, BookStack, Wiki.js, ' +
  'Outline, Obsidian, Notion, Docmost or a whole Ops Hub. You see what it brings before anything is ' +
  'stored. Importing the same file again updates what it made.';

const Refusal = ({ text }: { text: string | undefined }) =>
  text && (
    <p role="alert" className="mt-3 rounded-md border border-red-line bg-red-soft px-3 py-2 text-sm text-red">
      {text}
    </p>
  );
