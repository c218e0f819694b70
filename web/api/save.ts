import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../contract/call.ts';
import type { Args, Endpoint, Result } from '../../contract/endpoint.ts';
import { ApiError } from '../../contract/error.ts';
import { toast, type ToastContent } from '../ui/overlays/toasts.ts';

type Options<E extends Endpoint> = {
  /** The reads that are old once the write is done. */
  invalidates: Endpoint[];
  /** What the toast says after success; none where the screen itself shows it. */
  saved?: (result: Result<E>, args: Args<E>) => ToastContent | undefined;
  /** What the toast says after a refusal; undefined where the screen itself shows it. */
  failed: (error: Error) => ToastContent | undefined;
};

/** A write: refetches the lists it touches and says how it went. Wrong fields are left to the form to show. */
export function useSave<E extends Endpoint>(endpoint: E, { invalidates, saved, failed }: Options<E>) {
  const client = useQueryClient();
  return useMutation<Result<E>, Error, Args<E> & { file?: File; idempotencyKey?: string }>({
    mutationFn: (args) => call<E>(endpoint, args),
    onSuccess: (result, args) => {
      for (const read of invalidates) void client.invalidateQueries({ queryKey: [read.path] });
      const content = saved?.(result, args);
      if (content) toast({ kind: 'success', ...content });
    },
    onError: (error) => {
      const content = fieldErrors(error) ? undefined : failed(error);
      // Where the disk is full, nobody can save anything: that is all there is to say.
      const full = error instanceof ApiError && error.status === 507 && error.body?.message;
      if (content) toast({ kind: 'error', ...content, ...(full && { text: full }) });
    },
  });
}

/** What the server found wrong, by field; undefined for any other failure. */
export const fieldErrors = (error: unknown): Record<string, string> | undefined =>
  error instanceof ApiError && error.body?.code === 'validation_failed' ? error.body.fields : undefined;
