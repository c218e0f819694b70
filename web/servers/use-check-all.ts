import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import * as z from 'zod/mini';
import { checks } from '../../contract/calls/checks.ts';
import { useJob } from '../api/live.ts';
import { reasonOr, useSave } from '../api/save.ts';
import { SERVER_READS } from './server-actions.ts';
import { toast, type ToastContent } from '../ui/overlays/toasts.ts';
import { paths } from '../paths.ts';

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
  const navigate = useNavigate();
  /** Leads to the servers whose form can set a check up. */
  const setUp = (count: number): ToastContent['action'] =>
    count === 0
      ? {
          label: 'Add a server',
          run: () => void navigate({ to: paths.infrastructure, search: { create: 'server' } }),
        }
      : {
          label: 'Set up checks',
          run: () => void navigate({ to: paths.infrastructure, search: { filter: '-has:check' } }),
        };
  const start = useSave(checks.runAll, {
    invalidates: [],
    failed: reasonOr('Failed to perform health check. Please try again.', 'Health Check Failed'),
  });
  const state = job.data?.state;
  const finish = useEffectEvent(() => {
    for (const read of SERVER_READS) void client.invalidateQueries({ queryKey: [read.path] });
    const counts = Counts.safeParse(job.data?.result);
    if (state === 'done' && counts.success && checkedOf(counts.data) === 0)
      toast({
        kind: 'warning',
        title: 'Nothing to check',
        text: withoutCheckText(counts.data.withoutCheck),
        action: setUp(counts.data.withoutCheck),
      });
    else if (state === 'done' && counts.success)
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

const checkedOf = ({ good, warning, bad, unknown, maintenance }: z.output<typeof Counts>): number =>
  good + warning + bad + unknown + maintenance;

function withoutCheckText(count: number): string {
  if (count === 0) return 'There is no server yet.';
  return count === 1 ? 'The only server has no check yet.' : `None of ${count} servers has a check yet.`;
}

function textOf(counts: z.output<typeof Counts>): string {
  const { warning, bad, withoutCheck } = counts;
  const parts = [`${checkedOf(counts)} checked`, `${bad} failed`];
  if (warning > 0) parts.push(`${warning} with a warning`);
  if (withoutCheck > 0) parts.push(`${withoutCheck} without a check`);
  return parts.join(', ');
}
