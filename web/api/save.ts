import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../contract/calls/call.ts';
import type { Args, Endpoint, Result } from '../../contract/calls/endpoint.ts';
import { ApiError, messageOf } from '../../contract/shared/error.ts';
import { toast, type ToastContent } from '../ui/overlays/toasts.ts';

type Options<E extends Endpoint> = {
  /** The reads that the write makes stale. */
  invalidates: Endpoint[];
  /** The toast after success; omitted if the screen itself shows the success. */
  saved?: (result: Result<E>, args: Args<E>) => ToastContent | undefined;
  /** The toast after an error; undefined if the screen itself shows the error. */
  failed: (error: Error) => ToastContent | undefined;
};

/** A write: reloads the affected lists and shows a toast. The form shows validation errors. */
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
      // On a full disk no save can succeed, so this message replaces all others.
      const full = error instanceof ApiError && error.status === 507 && error.body?.message;
      if (content) toast({ kind: 'error', ...content, ...(full && { text: full }) });
    },
  });
}

/** Validation errors of the server by field; undefined for other failures. */
export const fieldErrors = (error: unknown): Record<string, string> | undefined =>
  error instanceof ApiError && error.body?.code === 'validation_failed' ? error.body.fields : undefined;

/** The toast of a failed write: the reason that the server gives, otherwise `text`. */
export const reasonOr =
  (text: string, title = 'Error') =>
  (error: Error): ToastContent => ({ title, text: messageOf(error, text) });
