import { pino, type DestinationStream, type Logger } from 'pino';
import { escapeControls } from './text/escape-controls.ts';

/** Masks values with these names in log lines, up to this depth. */
const DEPTH = 3;
const SECRETS = new Set([
  'password',
  'confirmPassword',
  'currentPassword',
  'newPassword',
  'token',
  'setup',
  'cookie',
  'authorization',
]);

/** Returns the object itself if it contains no secret, since copying it for every call is expensive. */
function withoutSecrets(object: Record<string, unknown>, depth = DEPTH): Record<string, unknown> {
  let hidden = object;
  for (const [name, value] of Object.entries(object)) {
    const shown = SECRETS.has(name)
      ? '…'
      : isPlain(value) && depth > 1
        ? withoutSecrets(value, depth - 1)
        : value;
    if (shown === value) continue;
    if (hidden === object) hidden = { ...object };
    hidden[name] = shown;
  }
  return hidden;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof Error);

/** JSON lines on standard error; standard output is for messages to people. */
export const createLog = (
  level = 'info',
  destination: DestinationStream = pino.destination({
    dest: 2,
    sync: false,
    minLength: 4_096,
    periodicFlush: 100,
  }),
): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: withoutSecrets },
      serializers: { err: describeError },
      // JSON keeps what some terminals and readers of lines obey.
      hooks: { streamWrite: (line) => `${escapeControls(line.trimEnd())}\n` },
    },
    destination,
  );

/** An error without the parameters of its query, which may contain anything that people typed. */
function describeError(error: unknown): object {
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
