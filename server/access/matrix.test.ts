import { beforeAll, expect, test, vi } from 'vitest';
import { everyEndpoint } from '../../contract/calls/api.ts';
import type { Endpoint } from '../../contract/calls/endpoint.ts';
import {
  ACTORS,
  addressFor,
  expected,
  PROBES,
  STATES,
  textOf,
  type ActorName,
  type Cell,
  type Fixture,
  type Probe,
  type State,
} from '../../test/access-matrix.ts';
import { WITHOUT_DOCUMENTS } from '../../test/calls-without-documents.ts';
import { printMatrix } from '../../test/print-matrix.ts';
import { withApp } from '../../test/app.ts';
import { matrixWorld } from '../../test/matrix-fixtures.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000000' } });
const endpoints = new Map(
  everyEndpoint().map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
);
const actors = Object.keys(ACTORS) as ActorName[];

let world: Awaited<ReturnType<typeof matrixWorld>>;
beforeAll(async () => {
  world = await matrixWorld(at.current);
});

test('ACCESS-22 every call of the contract has an expectation, and there is no other', () => {
  const known = [...Object.keys(PROBES), ...WITHOUT_DOCUMENTS];
  expect(known.toSorted()).toEqual([...endpoints.keys()].toSorted());
  // A new call that names a document in its address is in the table.
  const named = [...WITHOUT_DOCUMENTS].filter((name) => /\/(?:documents|knowledge-base)\/:id/.test(name));
  expect(named).toEqual([]);
});

async function cellOf(endpoint: Endpoint, probe: Probe, actor: ActorName, document: Fixture): Promise<Cell> {
  const known = actor === 'share link' ? document : { ...document, token: '' };
  const answer = await world.send[actor]({
    method: endpoint.method,
    url: addressFor(endpoint.path, known),
    ...probe.request?.(document),
  });
  const { statusCode } = answer;
  if (statusCode === 401 || statusCode === 403) return '×';
  if (statusCode === 404) return '·';
  expect([statusCode, answer.body]).toEqual([
    expect.toSatisfy((status: number) => status < 300),
    expect.anything(),
  ]);
  return !probe.isShown || probe.isShown(textOf(answer.rawPayload), document) ? '✓' : '·';
}

/** What calls that only read share. They come first, so that these documents are in every list. */
let shared: Promise<Record<State, Fixture>> | undefined;
const isRead = (name: string) => name.startsWith('GET ') || name.startsWith('POST /api/ai/ask');
const probes = Object.entries(PROBES).toSorted(([a], [b]) => Number(isRead(b)) - Number(isRead(a)));

async function ofEachState(isWhole: boolean): Promise<Record<State, Fixture>> {
  const made = {} as Record<State, Fixture>;
  for (const state of STATES) made[state] = await world.ofState(state, isWhole);
  return made;
}

test.each(probes)('ACCESS-22 %s', async (name, probe) => {
  const endpoint = endpoints.get(name)!;
  if (isRead(name)) shared ??= ofEachState(true);
  // An account may have 500 drafts.
  else await at.current.database.pool.query('delete from drafts');
  const given = await (isRead(name) ? shared! : ofEachState(probe.changes !== 'document'));
  const wanted: Record<string, string> = {};
  const found: Record<string, string> = {};
  const ask = async (actor: ActorName) => {
    const cells = STATES.map((state) => expected(actor, state, endpoint, probe));
    wanted[actor] = cells.join('');
    let got = '';
    for (const [n, state] of STATES.entries()) {
      const isNew = probe.changes && cells[n] === '✓';
      const document = isNew ? await world.ofState(state, probe.changes === 'surroundings') : given[state];
      got += await cellOf(endpoint, probe, actor, document);
    }
    found[actor] = got;
  };
  // Each account makes one export at a time, and several actors are one account.
  for (const actor of actors) await ask(actor);
  expect(found).toEqual(wanted);
});

test('ACCESS-22 docs/access.md shows the table', async () => {
  await expect(printMatrix(endpoints)).toMatchFileSnapshot('../../docs/access.md');
});
