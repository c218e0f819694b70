import * as z from 'zod/mini';

/** Every refusal of the API has this body; `error` and `message` are the same text. */
export const ErrorBody = z.object({
  error: z.string(),
  message: z.string(),
  code: z.string(),
  /** Path of each wrong field with what is wrong about it; with code validation_failed. */
  fields: z.optional(z.record(z.string(), z.string())),
  /** The stored document, with code version_conflict. */
  current: z.optional(z.unknown()),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** A call that was not answered with success. `message` is '{status}: {body or status text}', as the seeds ask. */
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
    const said = z.partial(ErrorBody).safeParse(JSON.parse(text)).data;
    // A proxy may send one of the two names and no code.
    const message = said?.message ?? said?.error;
    return message === undefined ? undefined : { code: '', ...said, error: message, message };
  } catch {
    // A proxy in between may answer with a page of its own: the status then says all there is to say.
    return undefined;
  }
}

/** The server's own sentence where it gave one, else the caller's. */
export const messageOf = (error: unknown, otherwise: string): string =>
  (error instanceof ApiError && error.body?.message) || otherwise;

/** The caller's sentence, followed by the server's reason if there is one. */
export const withReason = (text: string, error: unknown): string => `${text} ${messageOf(error, '')}`.trim();
