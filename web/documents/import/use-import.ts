import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ImportReport } from '../../../contract/document-imports.ts';
import { knowledgeBase } from '../../../contract/documents.ts';
import { messageOf } from '../../../contract/error.ts';
import type { Job } from '../../../contract/jobs.ts';
import { search } from '../../../contract/search.ts';
import { useJob } from '../../api/live.ts';
import { fieldErrors, useSave } from '../../api/save.ts';

const NO_ANSWER = 'The file could not be sent. Check the connection and try again.';

type Stage =
  | { state: 'choosing' }
  | { state: 'uploading'; file: File }
  | { state: 'working'; file: File; job: Job | undefined }
  | { state: 'done'; report: ImportReport }
  | { state: 'failed'; reason: string };

/** One import from the chosen file to its report; live events bring the progress. */
export function useImport() {
  const [file, setFile] = useState<File>();
  const [refusal, setRefusal] = useState<string>();
  const isLeft = useRef(false);
  const upload = useSave(knowledgeBase.import, {
    invalidates: [],
    // The dialog itself shows it while it is open.
    failed: (error) =>
      isLeft.current ? { title: 'Import failed', text: messageOf(error, NO_ANSWER) } : undefined,
  });
  const job = useJob(upload.data?.jobId);
  const stage = stageOf(file, refusal, upload.data?.jobId, job.data, job.error);
  useRefetchAfter(stage.state === 'done' || job.data?.state === 'failed');

  const start = (chosen: File) => {
    setFile(chosen);
    setRefusal(undefined);
    upload.mutate(
      { file: chosen },
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
  return { ...stage, spoken: spokenOf(stage), start, reset, leave };
}

function stageOf(
  file: File | undefined,
  refusal: string | undefined,
  jobId: string | undefined,
  job: Job | undefined,
  jobError: Error | null,
): Stage {
  if (refusal) return { state: 'failed', reason: refusal };
  if (!file) return { state: 'choosing' };
  if (!jobId) return { state: 'uploading', file };
  if (job?.state === 'failed') return { state: 'failed', reason: job.message ?? 'The import failed.' };
  if (job?.state === 'done') return { state: 'done', report: ImportReport.parse(job.result) };
  if (!job && jobError)
    return { state: 'failed', reason: messageOf(jobError, 'The progress of the import could not be read.') };
  return { state: 'working', file, job };
}

/** For screen readers: every quarter of the way, not every step. */
function spokenOf(stage: Stage): string {
  if (stage.state === 'uploading') return 'Uploading';
  if (stage.state === 'done') {
    const { created, updated, skipped, problems } = stage.report;
    return `Import done: ${created} created, ${updated} updated, ${skipped} skipped, ${problems.length} problems`;
  }
  if (stage.state !== 'working') return '';
  const { done, total } = stage.job ?? { done: 0, total: 0 };
  return total > 0 ? `Importing, ${Math.floor((4 * done) / total) * 25} percent` : 'Importing';
}

/** The lists and what their filters offer are old once the import is over. */
function useRefetchAfter(isOver: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isOver) return;
    for (const read of [knowledgeBase.list, knowledgeBase.facets, search.find]) {
      void client.invalidateQueries({ queryKey: [read.path] });
    }
  }, [isOver, client]);
}
