import { Download } from 'lucide-react';
import { useState } from 'react';
import { addressOf } from '../../contract/calls/call.ts';
import { type InstanceContents, instanceExport } from '../../contract/calls/exports.ts';
import type { Job } from '../../contract/calls/jobs.ts';
import { useJob } from '../api/live.ts';
import { randomKey } from '../lib/random-key.ts';
import { formatCount } from '../lib/format-count.ts';
import { Button } from '../ui/controls/button.tsx';
import { Progress } from '../ui/feedback/progress.tsx';

/** Contents of an instance export, the download, and its progress. */
export function InstanceExport({ contents }: { contents: InstanceContents }) {
  const [started, setStarted] = useState<string>();
  const job = useJob(started);
  const isRunning = job.data?.state === 'running' || job.data?.state === 'waiting';
  const start = () => {
    const id = newId();
    const link = document.createElement('a');
    link.href = addressOf(instanceExport.zip.path, undefined, { job: id });
    link.download = '';
    link.click();
    setStarted(id);
  };
  return (
    <section
      aria-label="Export"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-border px-4 py-3 text-sm compact:py-1.5 md:px-6"
    >
      <Download size={16} aria-hidden className="flex-none text-muted" />
      <div className="min-w-0 flex-1">
        <h2 className="font-medium">Export of everything</h2>
        <p className="max-w-[72ch] text-muted">
          One zip of markdown and CSV files: documents with every version, their images, servers and team
          members, without passwords, keys and accounts. Obsidian opens it, another Ops Hub imports it. It
          would hold {sentenceOf(contents)}.
        </p>
        {started && <State job={job.data} isUnknown={job.isError} />}
      </div>
      <span className="max-md:w-full max-md:pl-8">
        <Button data-action="" busy={isRunning} onClick={start}>
          Export
        </Button>
      </span>
    </section>
  );
}

/** The page cannot observe its download, so it follows the export job. */
function State({ job, isUnknown }: { job: Job | undefined; isUnknown: boolean }) {
  if (job?.state === 'failed')
    return (
      <p
        role="alert"
        className="mt-2 max-w-[72ch] rounded-md border border-red-line bg-red-soft px-3 py-2 text-red"
      >
        {job.message ?? 'The export failed. Please try again.'}
      </p>
    );
  if (job?.state === 'done') return <output className="mt-2 block">{outcomeOf(job.result)}</output>;
  if (isUnknown) return <output className="mt-2 block">Your browser shows the download progress.</output>;
  return (
    <div className="max-w-[72ch]">
      <Progress text="Exporting" done={job?.done} total={job?.total} />
    </div>
  );
}

function outcomeOf(result: unknown): string {
  const missing =
    typeof result === 'object' && result !== null && 'missing' in result && Array.isArray(result.missing)
      ? result.missing.length
      : 0;
  return missing > 0
    ? `Exported, but for ${formatCount(missing)} ${missing === 1 ? 'image or file' : 'images and files'}; ` +
        'export.json in the zip names them.'
    : 'Exported. The file is among the downloads of this browser.';
}

function sentenceOf(contents: InstanceContents): string {
  const { documents, documentsInBin, versions, images, files, servers, serversInBin, members } = contents;
  return [
    `${counted(documents, 'document')}${inBin(documentsInBin)} with ${counted(versions, 'version')}`,
    counted(images, 'image'),
    ...(files > 0 ? [counted(files, 'file')] : []),
    `${counted(servers, 'server')}${inBin(serversInBin)}`,
    counted(members, 'team member'),
  ].join(', ');
}

const counted = (count: number, one: string): string =>
  `${formatCount(count)} ${count === 1 ? one : `${one}s`}`;
const inBin = (count: number): string => (count > 0 ? ` (${formatCount(count)} more in the bin)` : '');

/** An id for an export job: 128 random bits as a version 4 UUID. */
const newId = (): string => randomKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
