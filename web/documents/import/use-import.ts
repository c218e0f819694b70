import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ImportReport, knowledgeBaseImports } from '../../../contract/calls/imports.ts';
import { type ImportPublish, knowledgeBase } from '../../../contract/calls/documents.ts';
import { messageOf } from '../../../contract/shared/error.ts';
import type { Job } from '../../../contract/calls/jobs.ts';
import { search } from '../../../contract/calls/search.ts';
import { useJob } from '../../api/live.ts';
import { fieldErrors, useSave } from '../../api/save.ts';

const NO_ANSWER = 'The file could not be sent. Check the connection and try again.';

/** `check` reads the file without storing anything (a dry run); `import` stores it. */
type Phase = 'check' | 'import';

type Stage =
  | { state: 'choosing' }
  | { state: 'uploading'; file: File; phase: Phase }
  | { state: 'working'; file: File; phase: Phase; job: Job | undefined }
  | { state: 'planned'; file: File; report: ImportReport }
  | { state: 'done'; report: ImportReport; importId: string }
  | { state: 'failed'; reason: string };

/**
 * The state of the import dialog: choose a file, upload it for a dry run, show the plan, upload it again for the import,
 * show the report. Live events report the progress of each job.
 */
export function useImport() {
  const [file, setFile] = useState<File>();
  const [phase, setPhase] = useState<Phase>('check');
  const [refusal, setRefusal] = useState<string>();
  const isLeft = useRef(false);
  const upload = useSave(knowledgeBase.import, {
    invalidates: [],
    // An open dialog shows the failure itself; after it was closed, a toast does.
    failed: (error) =>
      isLeft.current ? { title: 'Import failed', text: messageOf(error, NO_ANSWER) } : undefined,
  });
  const job = useJob(upload.data?.jobId);
  const stage = stageOf({
    file,
    phase,
    refusal,
    jobId: upload.data?.jobId,
    job: job.data,
    jobError: job.error,
  });
  useRefetchAfter(phase === 'import' && (stage.state === 'done' || job.data?.state === 'failed'));

  const send = (chosen: File, next: Phase, publish?: ImportPublish) => {
    setFile(chosen);
    setPhase(next);
    setRefusal(undefined);
    upload.reset();
    upload.mutate(
      { file: chosen, query: next === 'check' ? { dryRun: 'true' } : { publish } },
      { onError: (error) => setRefusal(fieldErrors(error)?.['file'] ?? messageOf(error, NO_ANSWER)) },
    );
  };
  const reset = () => {
    setFile(undefined);
    setRefusal(undefined);
    upload.reset();
  };
  const leave = () => {
    isLeft.current = true;
  };
  return {
    ...stage,
    spoken: announcementOf(stage),
    check: (chosen: File) => send(chosen, 'check'),
    run: (publish: ImportPublish) => file && send(file, 'import', publish),
    reset,
    leave,
  };
}

type Known = {
  file: File | undefined;
  phase: Phase;
  refusal: string | undefined;
  jobId: string | undefined;
  job: Job | undefined;
  jobError: Error | null;
};

function stageOf({ file, phase, refusal, jobId, job, jobError }: Known): Stage {
  if (refusal) return { state: 'failed', reason: refusal };
  if (!file) return { state: 'choosing' };
  if (!jobId) return { state: 'uploading', file, phase };
  if (job?.state === 'failed') return { state: 'failed', reason: job.message ?? 'The import failed.' };
  if (job?.state === 'done') {
    const report = ImportReport.parse(job.result);
    return phase === 'check'
      ? { state: 'planned', file, report }
      : { state: 'done', report, importId: jobId };
  }
  if (!job && jobError)
    return { state: 'failed', reason: messageOf(jobError, 'The progress of the import could not be read.') };
  return { state: 'working', file, phase, job };
}

/** Text for screen readers. It changes at every quarter of the progress instead of at every step. */
function announcementOf(stage: Stage): string {
  if (stage.state === 'uploading') return 'Uploading';
  if (stage.state === 'done' || stage.state === 'planned') {
    const { created, updated, skipped, problems } = stage.report;
    const figures = `${created} created, ${updated} updated, ${skipped} skipped, ${problems.length} problems`;
    return stage.state === 'done'
      ? `Import done: ${figures}`
      : `Nothing is stored yet. The import would do: ${figures}`;
  }
  if (stage.state !== 'working') return '';
  const what = stage.phase === 'check' ? 'Reading the file' : 'Importing';
  const { done, total } = stage.job ?? { done: 0, total: 0 };
  return total > 0 ? `${what}, ${Math.floor((4 * done) / total) * 25} percent` : what;
}

/** Reloads the lists and their filter options when the import has ended. */
function useRefetchAfter(isOver: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isOver) return;
    for (const read of [knowledgeBase.list, knowledgeBase.facets, knowledgeBaseImports.list, search.find]) {
      void client.invalidateQueries({ queryKey: [read.path] });
    }
  }, [isOver, client]);
}
