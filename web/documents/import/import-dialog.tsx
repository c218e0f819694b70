import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toasts.ts';
import { ImportProgress } from './import-progress.tsx';
import { ImportResult } from './import-result.tsx';
import { sizeText } from './file-check.ts';
import { useImport } from './use-import.ts';
import { ZipChooser } from './zip-chooser.tsx';

type Props = { open: boolean; onClose: () => void };

/** Imports a zip of markdown: choose, upload, watch, read the report. */
export function ImportDialog({ open, onClose }: Props) {
  const run = useImport();
  const [refusal, setRefusal] = useState<string>();
  const isRunning = run.state === 'uploading' || run.state === 'working';

  const close = () => {
    run.leave();
    if (isRunning) {
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
    run.start(file);
  };

  return (
    <Dialog
      open={open}
      onClose={close}
      title="Import documents"
      {...(run.state === 'choosing' && { text: EXPLANATION })}
      footer={
        <>
          {run.state === 'failed' && <Button onClick={run.reset}>Choose another file</Button>}
          <Button look={run.state === 'done' ? 'primary' : 'default'} onClick={close}>
            {run.state === 'choosing' ? 'Cancel' : 'Close'}
          </Button>
        </>
      }
    >
      {run.state === 'choosing' && <ZipChooser onChoose={choose} onRefuse={setRefusal} />}
      {run.state === 'uploading' && (
        <ImportProgress text={`Uploading ${run.file.name} (${sizeText(run.file.size)})`} />
      )}
      {run.state === 'working' && (
        <ImportProgress text={`Importing ${run.file.name}`} done={run.job?.done} total={run.job?.total} />
      )}
      {isRunning && (
        <p className="mt-3 text-sm text-muted">
          You can close this window; the import goes on in the background.
        </p>
      )}
      {run.state === 'done' && <ImportResult report={run.report} />}
      <Refusal text={run.state === 'failed' ? run.reason : refusal} />
      {/* The page behind a dialog is silent for screen readers, so the dialog says it itself. */}
      <p role="status" className="sr-only">
        {run.spoken}
      </p>
    </Dialog>
  );
}

const EXPLANATION =
  'A zip of markdown files (.md) with their images. Front matter such as title, tags and category is read, links between the files keep working, and importing the same file again updates what it made.';

const Refusal = ({ text }: { text: string | undefined }) =>
  text && (
    <p role="alert" className="mt-3 rounded-md border border-red-line bg-red-soft px-3 py-2 text-sm text-red">
      {text}
    </p>
  );
