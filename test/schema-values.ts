import * as z from 'zod/mini';
import { fc } from './properties.ts';

type JsonSchema = {
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: JsonSchema;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
};

/** Texts that are known to break parsers, databases and screens. */
const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  '\uFEFF',
  '\u202Eabc',
  '𝒳'.repeat(200),
  'e\u0301'.repeat(300),
  'x'.repeat(70_000),
  "'; drop table users; --",
  '%_%\\',
  '../../../etc/passwd',
  '<img src=x onerror=alert(1)>',
  '${7*7}{{7*7}}',
  '-',
  '"',
  '--',
  '()',
  '*',
  'cpu>1e999',
  'cpu>-1 or or disk<<5',
  'os:"ubuntu',
  'updated:>99999d category:"',
  'booted<0001-01-01',
  'status:offline -status:offline',
  '2026-13-45',
  '9999-12-31T23:59:59.999Z',
  '-271821-04-20T00:00:00.000Z',
  '1e400',
  '-0',
  'NaN',
  'null',
  '__proto__',
  'constructor',
  'http://[::1]:0/',
  'http://169.254.169.254/latest',
  'mailto:a@example.com\r\nBcc: b@example.com',
  `${'# '.repeat(300)}`,
  `${'- [ ] '.repeat(200)}\n${'| a '.repeat(100)}|\n${'|-'.repeat(100)}|`,
  `\`\`\`${'~~~'.repeat(100)}`,
];
const HOSTILE_NUMBERS = [0, -0, -1, 1, 0.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, Number.MIN_VALUE];

const hostile = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.constantFrom(...HOSTILE_NUMBERS),
  fc.constantFrom(null, true, false, [], {}, [[]], [null], { toString: 1 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/**
 * Values for a schema, as a client sends them. Half of them are valid. The others have one invalid part, or have another
 * type altogether. `ids` are ids of existing items.
 */
export function valuesFor(schema: z.ZodMiniType, ids: readonly string[]): fc.Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return fc.oneof(
    { weight: 4, arbitrary: fitting(json, ids) },
    { weight: 3, arbitrary: spoilt(json, ids) },
    { weight: 1, arbitrary: hostile },
  );
}

function fitting(schema: JsonSchema, ids: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => fitting(choice, ids)));
  if (schema.allOf) return fitting(Object.assign({}, ...schema.allOf) as JsonSchema, ids);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'string') return texts(schema, ids);
  if (type === 'integer' || type === 'number') return numbers(schema, type);
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'array')
    return fc.array(fitting(schema.items ?? {}, ids), { maxLength: Math.min(schema.maxItems ?? 5, 5) });
  if (type === 'object') return fc.record(fields(schema, ids), { requiredKeys: schema.required ?? [] });
  return hostile;
}

function texts({ format, maxLength = 100 }: JsonSchema, ids: readonly string[]): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid());
  const short = HOSTILE_TEXTS.filter((text) => text.length <= maxLength);
  return fc.oneof(
    fc.string({ unit: 'binary', maxLength: Math.min(maxLength, 60) }),
    fc.lorem({ maxCount: 5 }).map((text) => text.slice(0, maxLength)),
    fc.constantFrom(...short, 'x'.repeat(Math.min(maxLength, 100_000))),
    fc.constantFrom(...ids),
    fc.emailAddress(),
    fc.webUrl(),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  );
}

const numbers = ({ minimum = -1_000, maximum = 100_000 }: JsonSchema, type: 'integer' | 'number') =>
  type === 'integer'
    ? fc.integer({ min: Math.max(minimum, -(2 ** 53)), max: Math.min(maximum, 2 ** 53) })
    : fc.double({ min: minimum, max: maximum, noNaN: true });

const fields = (schema: JsonSchema, ids: readonly string[]): Record<string, fc.Arbitrary<unknown>> =>
  Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, part]) => [name, fitting(part, ids)]),
  );

/** A valid object with one invalid, missing or unknown field. */
function spoilt(schema: JsonSchema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const names = [...Object.keys(schema.properties ?? {}), 'unknown', '__proto__'];
  return fc
    .tuple(fitting(schema, ids), fc.constantFrom(...names), fc.oneof(hostile, fc.constant(undefined)))
    .map(([value, name, other]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries([...Object.entries(value), [name, other]])
        : other,
    );
}
