import { useState, type DragEvent, useRef } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { toast } from '../../ui/overlays/toasts.ts';
import { bringsSomething, ImportReportView } from './import-report.tsx';
import { useImport } from './use-import.ts';
import { FileArchive } from 'lucide-react';
import { classNames } from '../../lib/class-names.ts';
import { useQuery } from '@tanstack/react-query';
import { type Import, knowledgeBaseImports, type ImportUndone } from '../../../contract/calls/imports.ts';
import { messageOf } from '../../../contract/shared/error.ts';
import { query } from '../../api/query.ts';
import { formatCount } from '../../lib/format-count.ts';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';
import { ScrollBox } from '../../ui/layout/scroll-box.tsx';
import { useSave } from '../../api/save.ts';
import { DOCUMENT_READS } from '../base.ts';
import { ImportPublish, MAX_IMPORT_BYTES } from '../../../contract/calls/documents.ts';

type Props = { open: boolean; onClose: () => void };

/** Imports a zip: choose it, preview the result, import it, read the report, undo it. */
export function ImportDialog({ open, onClose }: Props) {
  const run = useImport();
  const [refusal, setRefusal] = useState<string>();
  const [publish, setPublish] = useState<ImportPublish>('as-written');
  const isRunning = run.state === 'uploading' || run.state === 'working';
  const isImporting = isRunning && run.phase === 'import';

  const close = () => {
    run.leave();
    if (isImporting) {
      toast({
        kind: 'success',
        title: 'Import running',
        text: 'It continues in the background. The list shows documents as they arrive.',
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
      footer={<Footer run={run} publish={publish} onClose={close} />}
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
      {run.state === 'planned' && run.report.versions === 0 && (
        <Select
          className="mt-2"
          label="Imported documents are"
          options={PUBLISH}
          value={publish}
          onChange={(event) => setPublish(ImportPublish.parse(event.target.value))}
        />
      )}
      {(run.state === 'planned' || run.state === 'done') && <ImportReportView report={run.report} />}
      <Refusal text={run.state === 'failed' ? run.reason : refusal} />
      {/* Screen readers ignore the page behind a dialog, so the dialog contains its own status. */}
      <p role="status" className="sr-only">
        {run.spoken}
      </p>
    </Dialog>
  );
}

type FooterProps = { run: ReturnType<typeof useImport>; publish: ImportPublish; onClose: () => void };

/** The next step of the dialog: undo what was imported, choose another file, import. */
function Footer({ run, publish, onClose }: FooterProps) {
  return (
    <>
      {run.state === 'done' && bringsSomething(run.report) && (
        <div className="mr-auto min-w-0 text-left">
          <UndoImport importId={run.importId} />
        </div>
      )}
      {(run.state === 'failed' || run.state === 'planned') && (
        <Button onClick={run.reset}>Choose another file</Button>
      )}
      <Button look={run.state === 'done' ? 'primary' : 'default'} onClick={onClose}>
        {run.state === 'choosing' || run.state === 'planned' ? 'Cancel' : 'Close'}
      </Button>
      {run.state === 'planned' && (
        <Button look="primary" disabled={!bringsSomething(run.report)} onClick={() => run.run(publish)}>
          Import
        </Button>
      )}
    </>
  );
}

const PUBLISH: { value: ImportPublish; label: string }[] = [
  { value: 'as-written', label: 'Published as in the zip' },
  { value: 'published', label: 'All published' },
  { value: 'drafts', label: 'All drafts' },
];

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

type ZipChooserProps = { onChoose: (file: File) => void; onRefuse: (reason: string) => void };

/** Chooses one zip, by button or drop. */
function ZipChooser({ onChoose, onRefuse }: ZipChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  const take = (files: File[]) => {
    const reason = whyRefused(files);
    if (reason) onRefuse(reason);
    else if (files[0]) onChoose(files[0]);
  };
  const over = (event: DragEvent, isInside: boolean) => {
    event.preventDefault();
    setOver(isInside);
  };

  return (
    <div
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false);
        take([...event.dataTransfer.files]);
      }}
      className={classNames(
        'mt-4 flex flex-col items-center gap-3 rounded-lg border border-dashed px-4 py-8 text-center text-sm',
        isOver ? 'border-accent bg-accent-soft' : 'border-border-strong',
      )}
    >
      <FileArchive size={24} strokeWidth={1.5} className="text-muted" aria-hidden />
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        aria-label="Zip file"
        className="hidden"
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          // The same file can be chosen again after a correction.
          event.target.value = '';
        }}
      />
      <Button look="primary" onClick={() => input.current?.click()}>
        Choose a zip
      </Button>
      <p className="text-muted">or drop it here</p>
    </div>
  );
}

/** Earlier imports with their undo; nothing without any. */
function PastImports() {
  const list = useQuery(query(knowledgeBaseImports.list, {}));
  if (list.isPending) return <output className="sr-only">Loading earlier imports...</output>;
  if (list.isError)
    return (
      <div className="mt-4 flex flex-wrap items-center gap-3 text-sm">
        <p role="alert" className="min-w-0 flex-1 text-red">
          {messageOf(list.error, 'Earlier imports could not be loaded.')}
        </p>
        <Button onClick={() => void list.refetch()}>Try again</Button>
      </div>
    );
  if (list.data.length === 0) return null;
  return (
    <section className="mt-4">
      <h3 className="text-sm font-semibold">Earlier imports</h3>
      <ScrollBox
        label="Earlier imports"
        className="mt-2 max-h-60 overflow-y-auto border-y border-border text-sm"
      >
        <ul>
          {list.data.map((one) => (
            <ImportEntry key={one.id} one={one} />
          ))}
        </ul>
      </ScrollBox>
    </section>
  );
}

const ImportEntry = ({
  one: { id, fileName, format, importedByName, createdAt, documents, records, left, undoneAt },
}: {
  one: Import;
}) => (
  <li className="flex flex-wrap items-center justify-between gap-2 border-b border-border py-2 last:border-b-0">
    <span className="min-w-0 flex-1 basis-48">
      <span className="[overflow-wrap:anywhere]">{fileName}</span>
      <span className="block text-xs text-muted">
        {format} · {formatCount(documents)} {documents === 1 ? 'document' : 'documents'}
        {records > 0 && `, ${formatCount(records)} servers and team members`} · {importedByName ?? 'somebody'}{' '}
        · <RelativeTime value={createdAt} />
        {undoneAt && (left > 0 ? ` · undone but for ${formatCount(left)}` : ' · undone')}
      </span>
    </span>
    <UndoImport importId={id} fileName={fileName} isOver={left === 0} />
  </li>
);

type UndoImportProps = {
  importId: string;
  fileName?: string;
  /** Nothing of the import is left to undo. */
  isOver?: boolean;
};

/** Undoes a whole import. Documents changed since then stay and are listed, and can be undone separately. */
function UndoImport({ importId, fileName, isOver = false }: UndoImportProps) {
  const undo = useSave(knowledgeBaseImports.undo, {
    invalidates: [...DOCUMENT_READS, knowledgeBaseImports.list],
    failed: () => undefined,
  });
  const run = (includeChanged: boolean) =>
    undo.mutate({ params: { id: importId }, body: { includeChanged } });
  const kept = undo.data?.kept ?? [];
  return (
    <div className="flex flex-col items-start gap-2 text-sm">
      {!undo.data && !isOver && (
        <Button
          look="danger-outline"
          busy={undo.isPending}
          onClick={() => run(false)}
          {...(fileName && { 'aria-label': `Undo import of ${fileName}` })}
        >
          Undo import
        </Button>
      )}
      <output className="[overflow-wrap:anywhere]">{undo.data && outcomeOf(undo.data)}</output>
      {undo.isError && (
        <p role="alert" className="text-red">
          {messageOf(undo.error, 'The import could not be undone. Please try again.')}
        </p>
      )}
      {kept.length > 0 && (
        <>
          <p>Changed since the import, so kept:</p>
          <ul className="list-disc pl-5">
            {kept.map(({ id, title }) => (
              <li key={id} className="[overflow-wrap:anywhere]">
                {title}
              </li>
            ))}
          </ul>
          <Button look="danger-outline" busy={undo.isPending} onClick={() => run(true)}>
            Undo these as well
          </Button>
        </>
      )}
    </div>
  );
}

function outcomeOf({ removed, restored, images, servers, members }: ImportUndone): string {
  const parts = [
    `${formatCount(removed)} ${removed === 1 ? 'document is' : 'documents are'} in the bin`,
    ...(servers > 0
      ? [`${formatCount(servers)} ${servers === 1 ? 'server as well' : 'servers as well'}`]
      : []),
    ...(members > 0
      ? [`${formatCount(members)} ${members === 1 ? 'team member is' : 'team members are'} removed`]
      : []),
    ...(restored > 0 ? [`${formatCount(restored)} ${restored === 1 ? 'is' : 'are'} as before`] : []),
    ...(images > 0
      ? [`${formatCount(images)} ${images === 1 ? 'image or file was' : 'images and files were'} removed`]
      : []),
  ];
  return `Undone: ${parts.join(', ')}.`;
}

/** Why a chosen file cannot be imported, as far as the browser can tell. */
export function whyRefused(files: { name: string; size: number }[]): string | undefined {
  const [file, ...others] = files;
  if (!file) return 'Choose a zip.';
  if (others.length > 0) return 'Choose one zip at a time.';
  if (!/\.zip$/i.test(file.name)) return `${file.name} is not a zip. Put the files into a zip first.`;
  if (file.size === 0) return `${file.name} is empty.`;
  if (file.size > MAX_IMPORT_BYTES) {
    return `${file.name} has ${sizeText(file.size)}; at most ${sizeText(MAX_IMPORT_BYTES)} are taken. Split it.`;
  }
  return undefined;
}

const UNITS = ['B', 'KB', 'MB', 'GB'];

/** '88 KB', '4.2 MB'; one decimal only below 10. */
export function sizeText(bytes: number): string {
  const step = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1);
  const size = bytes / 1024 ** step;
  return `${size < 10 && step > 0 ? size.toFixed(1) : Math.round(size)} ${UNITS[step]}`;
}
