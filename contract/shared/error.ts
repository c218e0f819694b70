import * as z from 'zod/mini';

/** Body of every refusal; `error` and `message` are the same text. */
export const ErrorBody = z.object({
  error: z.string(),
  message: z.string(),
  code: z.string(),
  /** Error message by field path; with code validation_failed. */
  fields: z.optional(z.record(z.string(), z.string())),
  /** The stored document, with code version_conflict. */
  current: z.optional(z.unknown()),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** A failed call. The specification fixes the format of `message`: '{status}: {body or status text}'. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody | undefined;

  constructor(status: number, statusText: string, bodyText: string) {
    super(`${status}: ${bodyText || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    this.body = parseErrorBody(bodyText);
  }
}

function parseErrorBody(text: string): ErrorBody | undefined {
  try {
    const parsed = z.partial(ErrorBody).safeParse(JSON.parse(text)).data;
    // A proxy may send only one of the two names and no code.
    const message = parsed?.message ?? parsed?.error;
    return message === undefined ? undefined : { code: '', ...parsed, error: message, message };
  } catch {
    // A proxy may respond with its own page; then only the status is meaningful.
    return undefined;
  }
}

/** The server's message if there is one, else the caller's. */
export const messageOf = (error: unknown, otherwise: string): string =>
  (error instanceof ApiError && error.body?.message) || otherwise;

/** The caller's message, followed by the server's reason if there is one. */
export const withReason = (text: string, error: unknown): string => `${text} ${messageOf(error, '')}`.trim();
