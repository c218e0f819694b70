import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../contract/call.ts';
import { checks } from '../../contract/checks.ts';
import { withReason } from '../../contract/error.ts';
import type { Server } from '../../contract/server-fields.ts';
import { servers } from '../../contract/servers.ts';
import { toast } from '../ui/overlays/toasts.ts';
import { SERVER_READS } from './reads.ts';

const WARNING_SHARE = 0.2;
const MAX_UPTIME = 1_000_000;
const COMPLETE = { title: 'Health Check Complete', text: 'Server metrics updated successfully' };

const any = (below: number) => Math.floor(Math.random() * below);

/** Figures as the product made them up before it had checks; marked as such wherever they show (decision 3). */
const simulated = () => ({
  cpuUsage: any(100),
  memoryUsage: any(100),
  diskUsage: any(100),
  uptime: any(MAX_UPTIME),
  status: Math.random() < WARNING_SHARE ? ('warning' as const) : ('online' as const),
});

/** Runs the check of a server, or simulates one where none is configured. */
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
