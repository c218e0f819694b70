import { useCallback } from 'react';
import type { Server } from '../../contract/shared/server-fields.ts';
import { servers } from '../../contract/calls/servers.ts';
import { useSave } from '../api/save.ts';
import { checks } from '../../contract/calls/checks.ts';
import { search } from '../../contract/calls/search.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../contract/calls/call.ts';
import { withReason } from '../../contract/shared/error.ts';
import { toast } from '../ui/overlays/toasts.ts';

const WARNING_SHARE = 0.2;
const MAX_UPTIME = 1_000_000;
const COMPLETE = { title: 'Health Check Complete', text: 'Server metrics updated successfully' };

const any = (below: number) => Math.floor(Math.random() * below);

/** Simulated figures for servers without a check; marked as such wherever they are shown (decision 3). */
const simulated = () => ({
  cpuUsage: any(100),
  memoryUsage: any(100),
  diskUsage: any(100),
  uptime: any(MAX_UPTIME),
  status: Math.random() < WARNING_SHARE ? ('warning' as const) : ('online' as const),
});

/** Runs the check of a server, or simulates one if none is configured. */
export function useHealthCheck() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (server: Server) => {
      const params = { id: server.id };
      if (server.check) {
        const { outcome, message } = await call(checks.run, { params });
        const isGood = outcome === 'good' || outcome === 'maintenance';
        return isGood ? COMPLETE : { title: COMPLETE.title, text: `${server.name}: ${message}` };
      }
      await call(servers.metrics, { params, body: simulated() });
      return { ...COMPLETE, badge: 'Simulated' };
    },
    onSuccess: (content) => {
      for (const read of SERVER_READS) void client.invalidateQueries({ queryKey: [read.path] });
      toast({ kind: 'success', ...content });
    },
    onError: (error) => {
      const text = withReason('Failed to perform health check. Please try again.', error);
      toast({ kind: 'error', title: 'Health Check Failed', text });
    },
  });
}

/** All reads that a change of a server makes stale. */
export const SERVER_READS = [
  servers.list,
  servers.find,
  servers.bin,
  servers.history,
  servers.documents,
  servers.mentions,
  servers.watching,
  checks.list,
  checks.availability,
  checks.incidents,
  search.find,
];

/** Deletes after a browser confirmation, with Undo in the toast. */
export function useServerDeletion(after?: () => void): (server: Server) => void {
  const undelete = useServerUndelete();
  const remove = useSave(servers.remove, {
    invalidates: SERVER_READS,
    saved: (_, { params }) => {
      after?.();
      return {
        title: 'Success',
        text: 'Server deleted successfully',
        action: { label: 'Undo', run: () => undelete.mutate({ params }) },
      };
    },
    failed: () => ({ title: 'Error', text: 'Failed to delete server. Please try again.' }),
  });
  const { mutate } = remove;
  // The same function on each rendering, because rows compare it.
  return useCallback(
    ({ id }) => {
      if (confirm('Are you sure you want to delete this server?')) mutate({ params: { id } });
    },
    [mutate],
  );
}

/** Restores a server from the bin. */
export const useServerUndelete = () =>
  useSave(servers.undelete, {
    invalidates: SERVER_READS,
    saved: ({ name }) => ({ title: 'Restored', text: `${name} is back in the inventory.` }),
    failed: () => ({ title: 'Error', text: 'Failed to restore server. Please try again.' }),
  });
