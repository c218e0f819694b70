import * as z from 'zod/mini';
import { CHECK_KINDS } from '../../../contract/shared/check-target.ts';
import type { Check } from '../../../contract/shared/check.ts';
import { optionalTexts, type Server, ServerInput } from '../../../contract/shared/server-fields.ts';
import { Environment, ServerStatus } from '../../../contract/shared/server-words.ts';

/** The form contains texts; the contract's schema validates them. */
const FIELDS = ['name', ...optionalTexts] as const;
type TextField = (typeof FIELDS)[number];

export const CHECK_LABELS: Record<(typeof CHECK_KINDS)[number], { label: string; example: string }> = {
  tcp: { label: 'TCP port', example: 'db-01.corp.example.com:5432' },
  http: { label: 'HTTP or HTTPS', example: 'https://intranet.corp.example.com/health' },
  node_exporter: { label: 'node_exporter', example: '10.20.14.21:9100' },
  windows_exporter: { label: 'windows_exporter', example: '10.20.14.22:9182' },
};

const typed = z.string().check(z.trim());
const CheckForm = z.object({
  kind: z.union([z.enum(CHECK_KINDS), z.literal('')]),
  target: typed,
  intervalSeconds: typed,
  timeoutMs: typed,
  retries: typed,
  expectStatus: typed,
  expectText: typed,
});

const number = (text: string) => (text === '' ? undefined : Number(text));

/** Validates the form's values and converts them to the input of the call. */
export const ServerForm = z.pipe(
  z.object({
    ...(Object.fromEntries(FIELDS.map((field) => [field, z.string()])) as Record<TextField, z.ZodMiniString>),
    environment: Environment,
    status: ServerStatus,
    serverType: z.enum(['', 'virtual', 'physical']),
    managedBy: z.string(),
    check: CheckForm,
  }),
  z.transform((form, context) => {
    const { check, managedBy, ...fields } = form;
    const input = {
      ...fields,
      managedBy: managedBy || null,
      check:
        check.kind === ''
          ? null
          : {
              kind: check.kind,
              target: check.target,
              intervalSeconds: number(check.intervalSeconds),
              timeoutMs: number(check.timeoutMs),
              retries: number(check.retries),
              expectStatus: number(check.expectStatus) ?? null,
              expectText: check.expectText || null,
            },
    };
    const parsed = ServerInput.safeParse(input);
    if (parsed.success) return input as ServerInput;
    for (const issue of parsed.error.issues)
      context.issues.push({ code: 'custom', path: issue.path, message: issue.message, input });
    return z.NEVER;
  }),
);

const text = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : String(value);

export function valuesOf(server: Server | undefined, ownId: string): z.input<typeof ServerForm> {
  const check: Check | null | undefined = server?.check;
  return {
    ...(Object.fromEntries(FIELDS.map((field) => [field, server?.[field] ?? ''])) as Record<
      TextField,
      string
    >),
    environment: server?.environment ?? 'development',
    status: server?.status ?? 'unknown',
    serverType: server?.serverType ?? '',
    managedBy: server ? (server.managedBy ?? '') : ownId,
    check: {
      kind: check?.kind ?? '',
      target: check?.target ?? '',
      intervalSeconds: text(check?.intervalSeconds),
      timeoutMs: text(check?.timeoutMs),
      retries: text(check?.retries),
      expectStatus: text(check?.expectStatus),
      expectText: check?.expectText ?? '',
    },
  };
}
