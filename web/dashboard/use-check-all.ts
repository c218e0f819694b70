import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import * as z from 'zod/mini';
import { checks } from '../../contract/calls/checks.ts';
import { useJob } from '../api/live.ts';
import { reasonOr, useSave } from '../api/save.ts';
import { SERVER_READS } from '../servers/server-actions.ts';
import { toast } from '../ui/overlays/toasts.ts';

const count = z._default(z.number(), 0);
const Counts = z.object({
  good: count,
  warning: count,
  bad: count,
  unknown: count,
  maintenance: count,
  withoutCheck: count,
});

/** Checks all servers as a job and shows the result in a toast. */
export function useCheckAll() {
  const client = useQueryClient();
  const [jobId, setJobId] = useState<string>();
  const job = useJob(jobId);
  const start = useSave(checks.runAll, {
    invalidates: [],
    failed: reasonOr('Failed to perform health check. Please try again.', 'Health Check Failed'),
  });
  const state = job.data?.state;
  const finish = useEffectEvent(() => {
    for (const read of SERVER_READS) void client.invalidateQueries({ queryKey: [read.path] });
    const counts = Counts.safeParse(job.data?.result);
    if (state === 'done' && counts.success)
      toast({ kind: 'success', title: 'Health Check Complete', text: textOf(counts.data) });
    else
      toast({
        kind: 'error',
        title: 'Health Check Failed',
        text: job.data?.message ?? 'Failed to perform health check. Please try again.',
      });
  });
  const hasEnded = state === 'done' || state === 'failed';
  useEffect(() => {
    if (jobId && hasEnded) finish();
  }, [jobId, hasEnded]);
  return {
    checkAll: () => start.mutate({}, { onSuccess: (started) => setJobId(started.jobId) }),
    isChecking: start.isPending || (jobId !== undefined && !hasEnded),
  };
}

function textOf({ good, warning, bad, unknown, maintenance, withoutCheck }: z.output<typeof Counts>): string {
  const checked = good + warning + bad + unknown + maintenance;
  const parts = [`${checked} checked`, `${bad} failed`];
  if (warning > 0) parts.push(`${warning} with a warning`);
  if (withoutCheck > 0) parts.push(`${withoutCheck} without a check`);
  return parts.join(', ');
}
