import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';

/** Values under these names never reach a log line, at whatever depth of two. */
const SECRETS = [
  'password',
  'confirmPassword',
  'currentPassword',
  'newPassword',
  'token',
  'setup',
  'cookie',
  'authorization',
];

/** JSON lines on standard error; standard output is left to what people are told. */
export const createLog = (
  level = 'info',
  destination: DestinationStream = pino.destination({ dest: 2, sync: false }),
): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '…' },
      serializers: { err: describeError },
    },
    destination,
  );

/** An error without the parameters of its query, which can be anything that people typed. */
export function describeError(error: unknown): object {
  const { name, message, stack, cause, code } = error as Error & { code?: string };
  const isQuery = name === 'DrizzleQueryError' || message?.startsWith('Failed query');
  return {
    name,
    code,
    message: isQuery ? message.split('\n')[0]?.slice(0, 500) : message,
    stack: isQuery ? stack?.split('\n').filter((line) => line.startsWith('    at ')) : stack,
    ...(cause ? { cause: describeError(cause) } : {}),
  };
}
