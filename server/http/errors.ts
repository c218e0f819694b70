import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { ErrorBody } from '../../contract/shared/error.ts';

/** An expected refusal, returned by a handler. Its transaction is rolled back. */
export class Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly more: Pick<ErrorBody, 'fields' | 'current'>;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    { retryAfterSeconds, ...more }: Refusal['more'] & { retryAfterSeconds?: number } = {},
  ) {
    this.status = status;
    this.code = code;
    this.message = message;
    this.more = more;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get body(): ErrorBody {
    return { error: this.message, message: this.message, code: this.code, ...this.more };
  }
}

export const refuse = (...args: ConstructorParameters<typeof Refusal>) => new Refusal(...args);

/** The refusal of one field of the input, in the form of those that a schema finds. */
export const refuseField = (field: string, text: string) =>
  refuse(400, 'validation_failed', `${field}: ${text}`, { fields: { [field]: text } });

/** A refusal thrown from nested code that cannot return a value. */
export class RefusalError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Returns the row or throws 404. `what` is the word that people know. */
export function found<T>(row: T | undefined, what: string): T {
  if (row === undefined) throw new RefusalError(refuse(404, 'not_found', `${what} not found`));
  return row;
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  return reply.code(refusal.status).send(refusal.body);
}

// The contract's schemas (zod/mini) have no error texts; contract/calls/endpoint.ts defines the most frequent ones.
z.config(z.locales.en());

/** Error messages by field path; the first error of a field counts. */
export function faultyFields(error: z.core.$ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) fields[issue.path.join('.')] ??= issue.message;
  return fields;
}

export function validationFailed(error: z.core.$ZodError): Refusal {
  const fields = faultyFields(error);
  const [path, message] = Object.entries(fields)[0] ?? ['', 'The input is wrong'];
  return refuse(400, 'validation_failed', path ? `${path}: ${message}` : message, { fields });
}

/** Turns unexpected errors into responses. The response contains nothing of the error's text, SQL or stack. */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof RefusalError) return sendRefusal(reply, error.refusal);
  const known = knownFailure(error, request);
  if (known) {
    if (known.status >= 500) request.log.warn({ err: error }, known.message);
    return sendRefusal(reply, known);
  }
  request.log.error({ err: error }, 'request failed');
  return sendRefusal(
    reply,
    refuse(500, 'internal_error', `Something went wrong here. Reference: ${request.id}`),
  );
}

export const tooLarge = (what: 'request' | 'file', mostBytes: number): Refusal =>
  refuse(413, 'too_large', `The ${what} is too large: at most ${mostBytes / 2 ** 20} MB are taken`);

/** Errors of the multipart parser, which have neither code nor status. */
const BROKEN_FORM =
  /^(Multipart: Boundary not found|Unexpected end of multipart data|\w+ terminated early due to unexpected end of multipart data)$/;

/** PostgreSQL's codes for text with NUL characters, and for a time such as one in the year 0. */
const UNSTORABLE: Record<string, string> = {
  22021: 'A text contains a character that cannot be stored',
  22008: 'A time is outside of the years that can be stored',
};

/** The refusal for an error whose cause the caller can understand. */
export function knownFailure(error: FastifyError, { routeOptions }: FastifyRequest): Refusal | undefined {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge('request', routeOptions.bodyLimit);
  if (error.code === 'FST_REQ_FILE_TOO_LARGE')
    return tooLarge('file', routeOptions.config.endpoint?.upload?.maxBytes ?? routeOptions.bodyLimit);
  if (
    error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' ||
    error.code === 'FST_INVALID_MULTIPART_CONTENT_TYPE'
  ) {
    return refuse(415, 'unsupported_media_type', 'This kind of body is not accepted here');
  }
  if (isDiskFull(error)) return diskFull();
  // Only what the contract does not check one by one can get this far: texts of free-form parts, and years.
  const unstorable = causesOf(error)
    .map(({ code }) => UNSTORABLE[code ?? ''])
    .find(Boolean);
  if (unstorable) return refuse(400, 'validation_failed', unstorable);
  if (isDatabaseBusy(error)) return busy();
  if (isDatabaseUnavailable(error))
    return refuse(503, 'unavailable', 'The database is not reachable. Try again shortly.', {
      retryAfterSeconds: 2,
    });
  if (error instanceof SyntaxError && error.statusCode === 400) {
    return refuse(400, 'validation_failed', 'The body is not valid JSON');
  }
  const status = BROKEN_FORM.test(error.message) ? 400 : (error.statusCode ?? 500);
  // Fastify's own errors about invalid requests (wrong length, too many parts …).
  if (status >= 400 && status < 500)
    return refuse(status, 'validation_failed', 'The request could not be read');
  return undefined;
}

export const busy = (): Refusal =>
  refuse(503, 'busy', 'Ops Hub is busy right now. Try again in a moment.', { retryAfterSeconds: 2 });

/** The message when the disk is full. */
export const DISK_FULL =
  'The disk of Ops Hub is full, so nothing can be saved now. Reading and deleting work. An ' +
  'administrator has to free space; then try again.';

export const diskFull = (): Refusal => refuse(507, 'disk_full', DISK_FULL, { retryAfterSeconds: 30 });

/** Whether storing failed because the database's or a file's disk is full. */
export function isDiskFull(error: unknown): boolean {
  return causesOf(error).some(({ code = '' }) => /^(ENOSPC|EDQUOT)$/.test(code)) || isDatabaseFull(error);
}

/** Whether PostgreSQL had no space. It has an error code for a full disk, but none for a quota. */
export function isDatabaseFull(error: unknown): boolean {
  return causesOf(error).some(
    ({ code = '', message = '' }) =>
      code === '53100' || (/^(XX000|58\w{3})$/.test(code) && /No space left|quota exceeded/i.test(message)),
  );
}

/** For side notes during a read: on a full disk they are skipped, so that the read succeeds. */
export async function ignoreFullDisk(noting: Promise<unknown>): Promise<void> {
  await noting.catch((error: unknown) => {
    if (!isDatabaseFull(error)) throw error;
  });
}

type Cause = { code?: string; message?: string; cause?: unknown };

/** The error and its causes. */
function causesOf(error: unknown): Cause[] {
  const causes: Cause[] = [];
  for (
    let each = error as Cause | undefined;
    each && causes.length < 5;
    each = each.cause as Cause | undefined
  )
    causes.push(each);
  return causes;
}

/**
 * Whether a query waited too long: 57014 is the statement timeout, 55P03 the lock timeout, 40P01 a deadlock, 40001 a
 * conflict of transactions, 53xxx a missing resource other than the disk, the message a missing free connection.
 */
function isDatabaseBusy(error: unknown): boolean {
  return causesOf(error).some(
    ({ code = '', message = '' }) =>
      /^(57014|55P03|40P01|40001|53[024]00)$/.test(code) ||
      message === 'timeout exceeded when trying to connect',
  );
}

export const isLockTimeout = (error: unknown): boolean =>
  causesOf(error).some(({ code }) => code === '55P03');

/** Whether a retry without any change can succeed: the database or the store was unavailable, or a row was locked. */
export const isPassing = (error: unknown): boolean =>
  isDatabaseUnavailable(error) ||
  (error instanceof RefusalError && error.refusal.status === 503) ||
  isLockTimeout(error);

/**
 * For periodic queries: logs the error unless the database is unavailable, which main.ts logs once, or the disk is
 * full, which may affect the log too.
 */
export function unlessUnavailable(error: unknown, log: () => void): void {
  if (!isDatabaseUnavailable(error)) log();
}

/** Whether a query failed because the server was unreachable, not because of the query. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const cause = (error as { cause?: unknown }).cause ?? error;
  const { code = '', syscall, message = '' } = cause as { code?: string; syscall?: string; message?: string };
  // 57P0x: shutting down or starting up; 53300: no connection left; 08xxx: connection lost. For a name with several
  // addresses the error has only a code.
  return (
    syscall === 'connect' ||
    /^(57P0[123]|53300|08\d{3}|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(code) ||
    /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/.test(
      message,
    )
  );
}
