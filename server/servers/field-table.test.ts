import { expect, test } from 'vitest';
import {
  fieldsByOperator,
  filledByWord,
  readFilter,
  writeFilter,
} from '../../contract/shared/filter-text.ts';
import { labelOf } from '../../contract/shared/filter-labels.ts';
import {
  type SERVER_FIELDS,
  fieldOf,
  Server,
  serverFields,
  ServerInput,
  textFields,
  shortLabel,
} from '../../contract/shared/server-fields.ts';
import { servers as calls } from '../../contract/calls/servers.ts';
import { withApp } from '../../test/app.ts';
import { LEXICON } from '../assistant/understand/lexicon.ts';
import { wordsOf } from '../assistant/understand/tokens.ts';
import { servers } from '../db/schema.ts';
import { SERVER_CSV_COLUMNS } from './csv/export.ts';
import { foldedOf, searchEntryOf, TEXT_FIELDS, type ServerRow } from './fields.ts';

const at = withApp();

// A field of the table without a column in the schema or the response does not compile.
const columns: Record<keyof typeof SERVER_FIELDS, unknown> = servers;
const answers: Record<keyof typeof SERVER_FIELDS, unknown> = Server.shape;
const inputs: Record<keyof typeof SERVER_FIELDS, unknown> = ServerInput.shape;

/** Every place that derives from the table, and whether it has a field. */
const PLACES: [place: string, has: (field: (typeof serverFields)[number]) => boolean][] = [
  ['schema', (field) => columns[field] !== undefined],
  ['form and API input', (field) => inputs[field] !== undefined],
  ['API answer', (field) => answers[field] !== undefined],
  ['CSV columns', (field) => field === 'managedBy' || SERVER_CSV_COLUMNS.some((column) => column === field)],
  ['operator', (field) => fieldsByOperator.get(fieldOf(field).operator) === field],
  ['has:', (field) => [...filledByWord.values()].includes(field)],
  ['lexicon', (field) => LEXICON.has(wordsOf(fieldOf(field).label).join(' '))],
  ['chip', (field) => labelOf({ kind: 'is', field, values: ['x'] }) === `${shortLabel(field)}: x`],
];

test.each(PLACES)('INFRA-03 %s has every field of the table', (_, has) => {
  expect(serverFields.filter((field) => !has(field))).toEqual([]);
});

test('INFRA-04 the search covers every text of the table', () => {
  const row = Object.fromEntries(
    textFields.map((field) => [field, `text of ${field}`]),
  ) as unknown as ServerRow;
  for (const field of TEXT_FIELDS) expect(foldedOf(row)).toContain(`text of ${field}`.toLowerCase());
  const entry = searchEntryOf({ ...row, status: 'online', updatedAt: new Date(0) });
  for (const field of TEXT_FIELDS) expect(`${entry.title}\n${entry.body}`).toContain(`text of ${field}`);
});

test('INFRA-04 a condition on any field can be written, parsed and queried', async () => {
  const ann = await at.current.signedIn();
  for (const field of serverFields) {
    const value = fieldOf(field).options?.[0] ?? 'x';
    const filter = writeFilter([[{ kind: 'is', field, values: [value] }]]);
    expect(readFilter(filter)).toEqual([[{ kind: 'is', field, values: [value] }]]);
    // oxlint-disable-next-line no-await-in-loop -- There are few calls.
    await expect(ann.call(calls.list, { query: { filter } })).resolves.toEqual([]);
  }
});

test('API-03 the OpenAPI document names the filter and every field', async () => {
  const { body } = await at.current.anonymous.send({ url: '/api/openapi.json' });
  for (const field of serverFields) expect(body).toContain(`"${field}"`);
  expect(body).toContain('"filter"');
});
