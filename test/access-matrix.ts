import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { unzipSync } from 'fflate';
import { SCOPES, type Endpoint } from '../contract/calls/endpoint.ts';

/** Who calls. `reads`: whether the readers of the restricted document name them. */
export const ACTORS = {
  visitor: { scope: 'public' },
  viewer: { scope: 'viewer' },
  editor: { scope: 'user' },
  'editor in the group': { scope: 'user', reads: true },
  owner: { scope: 'user', reads: true },
  'administrator, named': { scope: 'admin', reads: true },
  'administrator, not named': { scope: 'admin' },
  'read token': { scope: 'user', reads: true, token: 'read' },
  'write token': { scope: 'user', reads: true, token: 'write' },
  'share link': { scope: 'public' },
  deactivated: { scope: 'public' },
} as const satisfies Record<string, Who>;
type Who = { scope: Endpoint['scope']; reads?: true; token?: 'read' | 'write' };
export type ActorName = keyof typeof ACTORS;

/** Documents. `restricted` names the actors above that read it, `others` names people who are no actor. */
export const STATES = ['open', 'restricted', 'others', 'draft', 'bin', 'removed'] as const;
export type State = (typeof STATES)[number];

/** ✓ reached or shown, · as if it did not exist, × refused. */
export type Cell = '✓' | '·' | '×';

/** How a call meets a document. */
export type Probe = {
  /** States in which somebody who may read the document reaches it. */
  reached?: State[];
  /** The request for a document; by default its id in the address and an empty body. */
  request?: (document: Fixture) => InjectOptions;
  /** Whether the response shows the document, for calls that list. Otherwise the status tells. */
  isShown?: (text: string, document: Fixture) => boolean;
  /** What it changes: each request gets a new document, with or without servers, images, drafts and shares. */
  changes?: 'document' | 'surroundings';
  /** The rule of a call that differs from that of reading. */
  rule?: (actor: ActorName, state: State) => Cell;
  /** Why it differs. */
  because?: string;
};

export type Fixture = {
  id: string;
  /** A word of its text alone. */
  word: string;
  versionId: string;
  /** A server that it is linked to, and one that it names. */
  serverId: string;
  serverName: string;
  namedServerId: string;
  /** An open alert about the first of them. */
  alertId: string;
  /** A document that its text links to, and that does not exist. */
  lostId: string;
  imageId: string;
  shareId: string;
  /** Of the link, if the actor has it. */
  token: string;
};

const EXISTS: State[] = ['open', 'restricted', 'draft'];

/** Whether the actor may read the document, whatever the call. */
const mayRead = (actor: ActorName, state: State): boolean =>
  state !== 'others' && (state !== 'restricted' || 'reads' in ACTORS[actor]);

export const mayCall = (actor: ActorName, { scope, method, path, sessionOnly }: Endpoint): boolean => {
  const who: Who = ACTORS[actor];
  const isRead = method === 'GET' || path.startsWith('/api/ai/ask');
  const isForToken = !who.token || (!sessionOnly && (who.token === 'write' || isRead));
  return SCOPES.indexOf(who.scope) >= SCOPES.indexOf(scope) && isForToken;
};

export function expected(actor: ActorName, state: State, endpoint: Endpoint, probe: Probe): Cell {
  if (!mayCall(actor, endpoint)) return '×';
  if (probe.rule) return probe.rule(actor, state);
  return (probe.reached ?? EXISTS).includes(state) && mayRead(actor, state) ? '✓' : '·';
}

const one = (more: Probe = {}): Probe => more;
const changing = (payload: object = {}, more: Probe = {}): Probe => ({
  changes: 'document',
  request: () => ({ payload }),
  ...more,
});
const hasId: Probe['isShown'] = (text, { id }) => text.includes(id);
const listing = (request: Probe['request'] = () => ({}), more: Probe = {}): Probe => ({
  request,
  isShown: hasId,
  ...more,
});
const inBin: Probe = { reached: ['bin'], changes: 'document' };

const sharing: Probe['rule'] = (actor, state) => {
  if (state === 'open' || state === 'draft') return '✓';
  if (state !== 'restricted' || !mayRead(actor, state)) return '·';
  return actor === 'owner' ? '✓' : '×';
};
const withLink: Probe['rule'] = (actor, state) =>
  actor === 'share link' && [...EXISTS, 'others'].includes(state) ? '✓' : '·';

/** Calls of documents, at both addresses (decision 001). */
const ofDocuments = (base: string): Record<string, Probe> => ({
  [`GET ${base}`]: listing(() => ({ query: { limit: '50', fields: 'card' } })),
  [`GET ${base}/recent`]: listing(() => ({ query: { limit: '50' } })),
  [`GET ${base}/facets`]: listing(({ word }) => ({ query: { category: word } }), {
    isShown: (text, { word }) => JSON.parse(text).tags.some(({ value }: { value: string }) => value === word),
  }),
  [`GET ${base}/bin`]: listing(() => ({}), { reached: ['bin'] }),
  [`GET ${base}/export`]: listing(({ word }) => ({ query: { q: word } })),
  [`GET ${base}/:id`]: one(),
  [`GET ${base}/:id/overview`]: one(),
  [`GET ${base}/:id/versions`]: one(),
  [`GET ${base}/:id/versions/:version`]: one(),
  [`GET ${base}/:id/diff/:from/:to`]: one(),
  [`GET ${base}/:id/backlinks`]: one(),
  [`GET ${base}/:id/servers`]: one(),
  [`GET ${base}/:id/watch`]: one(),
  [`GET ${base}/:id/draft`]: one(),
  [`GET ${base}/:id/shares`]: one(),
  [`PUT ${base}/:id`]: changing({ excerpt: 'New' }),
  [`DELETE ${base}/:id`]: changing(),
  [`POST ${base}/:id/undelete`]: inBin,
  [`DELETE ${base}/bin/:id`]: inBin,
  [`POST ${base}/:id/restore/:versionId`]: changing(),
  [`PUT ${base}/:id/draft`]: changing({ fields: {} }),
  [`DELETE ${base}/:id/draft`]: {
    rule: () => '✓',
    because: 'Removes an own draft, and answers alike without one.',
  },
  [`PUT ${base}/:id/presence`]: changing({ editing: false }),
  [`PUT ${base}/:id/watch`]: one(),
  [`DELETE ${base}/:id/watch`]: one(),
  [`POST ${base}/:id/shares`]: changing(
    {},
    { rule: sharing, because: 'Only its owner shares a restricted document.' },
  ),
  [`POST ${base}/:id/take-access`]: changing(
    {},
    {
      rule: (_, state) => (state === 'bin' || state === 'removed' ? '·' : '✓'),
      because: 'Administrators take access, and the owner is notified.',
    },
  ),
  [`POST ${base}/bulk`]: {
    changes: 'document',
    isShown: (text) => text.includes('"changed":1'),
    request: ({ id }) => ({ payload: { ids: [id], action: 'set', fields: { category: 'Moved' } } }),
  },
});

const RUNBOOKS = 'An alert shows the documents about its server.';

/** Every other call that shows documents. */
const ELSEWHERE: Record<string, Probe> = {
  'GET /api/export': listing(undefined, { reached: [...EXISTS, 'bin'], because: 'With the bin.' }),
  'GET /api/admin/broken-links': listing(() => ({ query: { limit: '200' } })),
  'POST /api/admin/broken-links/set-aside': {
    request: ({ id, lostId }) => ({
      payload: { documentId: id, how: 'link', kind: 'document', target: lostId, isSetAside: true },
    }),
    reached: [...EXISTS, 'bin'],
    because: 'A link in the bin is set aside too.',
  },
  'GET /api/search': listing(({ word }) => ({ query: { q: word } })),
  'GET /api/search/similar': listing(({ word }) => ({ query: { q: `${word.slice(0, -1)}q` } })),
  'POST /api/offline/copies': {
    reached: EXISTS,
    request: ({ id }) => ({ payload: { opened: [id] } }),
    isShown: (text, { id }) => text.includes(id),
  },
  'POST /api/ai/ask': listing(({ word }) => ({ payload: { query: `What is ${word}?` } })),
  'POST /api/ai/ask-stream': listing(({ word }) => ({ payload: { query: `What is ${word}?` } })),
  'GET /api/analytics/stats': listing(() => ({ query: { recent: '20' } })),
  'GET /api/notifications': listing(undefined, {
    reached: [...EXISTS, 'bin'],
    because: 'A notification stays while its document is in the bin.',
  }),
  'GET /api/drafts': listing(undefined, {
    reached: [...EXISTS, 'bin'],
    because: 'Own drafts stay while their document is in the bin.',
  }),
  'GET /api/drafts/:key': {
    reached: [...EXISTS, 'bin'],
    because: 'Own drafts stay while their document is in the bin.',
  },
  'GET /api/shares': listing(),
  'GET /api/shares/:id/views': {
    rule: (actor, state) => {
      const isTheirs = actor === 'owner' || actor.startsWith('administrator');
      return isTheirs && EXISTS.includes(state) && mayRead(actor, state) ? '✓' : '·';
    },
    because: 'For who shared it, and administrators.',
  },
  'GET /api/share/:token': { rule: withLink, because: 'The link of its owner opens it to everybody.' },
  'GET /objects/:id/shared/:token': {
    rule: withLink,
    because: 'The link of its owner opens it to everybody.',
  },
  'GET /objects/:id': {
    reached: [...EXISTS, 'bin'],
    because: 'An image of a document in the bin stays visible to its readers.',
  },
  'GET /api/servers/:id/overview': listing(undefined, {
    reached: [...EXISTS, 'bin'],
    because: 'Its history names what is in the bin.',
  }),
  'GET /api/servers/:id/documents': listing(),
  'GET /api/servers/:id/mentions': listing(),
  'GET /api/servers/:id/history': listing(undefined, {
    reached: [...EXISTS, 'bin'],
    because: 'History names what is in the bin.',
  }),
  'GET /api/servers': listing(({ serverName }) => ({
    query: { runbooks: 'true', limit: '20', q: serverName },
  })),
  'GET /api/alerts': listing(() => ({ query: { limit: '200' } }), { because: RUNBOOKS }),
  'GET /api/alerts/:id': listing(undefined, { because: RUNBOOKS }),
  'GET /api/servers/outage': listing(({ serverId }) => ({ query: { ids: serverId } }), {
    because: 'A server shows the document to read about it.',
  }),
  'POST /api/alerts/:id/acknowledge': listing(undefined, { because: RUNBOOKS }),
  'POST /api/alerts/:id/close': listing(undefined, { because: RUNBOOKS }),
  'POST /api/alerts/:id/notes': listing(() => ({ payload: { text: 'Known' } }), { because: RUNBOOKS }),
  'POST /api/alerts/:id/silence': listing(() => ({ payload: { seconds: 60, reason: 'Known' } }), {
    because: RUNBOOKS,
  }),
  'POST /api/servers/:id/documents': { request: ({ id }) => ({ payload: { documentId: id } }) },
  'DELETE /api/servers/:id/documents/:documentId': {
    changes: 'surroundings',
    reached: [...EXISTS, 'bin'],
    because: 'A link to the bin is removed too.',
  },
  'GET /api/admin/audit': {
    isShown: hasId,
    request: ({ id }) => ({ query: { subjectId: id } }),
    rule: () => '✓',
    because: 'The log is complete for every administrator: it names titles, never texts.',
  },
  'GET /api/admin/audit/export': {
    isShown: hasId,
    request: ({ id }) => ({ query: { subjectId: id, format: 'jsonl' } }),
    rule: () => '✓',
    because: 'The log is complete for every administrator: it names titles, never texts.',
  },
};

export const PROBES: Record<string, Probe> = {
  ...ELSEWHERE,
  ...ofDocuments('/api/documents'),
  ...ofDocuments('/api/knowledge-base'),
};

/** The address of a call for a document. */
export const addressFor = (path: string, document: Fixture): string =>
  path
    .replace(':token', document.token || randomUUID())
    .replace('/api/servers/:id/mentions', `/api/servers/${document.namedServerId}/mentions`)
    .replace('/api/alerts/:id', `/api/alerts/${document.alertId}`)
    .replace('/api/servers/:id', `/api/servers/${document.serverId}`)
    .replace('/objects/:id', `/objects/${document.imageId}`)
    .replace('/api/shares/:id', `/api/shares/${document.shareId}`)
    .replace(':documentId', document.id)
    .replace(':id', document.id)
    .replace(':key', document.id)
    .replace(':versionId', document.versionId)
    .replace(/:version|:from|:to/g, '1');

/** The text of a response, also of the files of a zip. */
export const textOf = (body: Buffer): string =>
  body.subarray(0, 2).toString() === 'PK'
    ? Object.entries(unzipSync(new Uint8Array(body)))
        .map(([name, bytes]) => name + Buffer.from(bytes).toString())
        .join('\n')
    : body.toString();
