import { aRunbookText, FREQUENT, RARE, documentId, topicOf, type Size } from './growth-texts.ts';

/** One of the two instances. `places`: cursors and ids in its data that calls need. */
export type Sample = { size: Size; servers: string[]; places: Record<Place, string> };
type Place = 'latePage' | 'latePageOfType' | 'lateServers' | 'lateAudit' | 'ownServer';

type Sent = { method?: 'POST' | 'PUT' | 'DELETE'; path: string; body?: object };
export type Call = {
  name: string;
  send: (sample: Sample, n: number) => Sent;
  /** Measures only the time to the first byte, then closes the connection. */
  isStreamed?: true;
};

/** A different one in each round, spread over all of them. */
const documentOf = ({ size }: Sample, n: number) => documentId((n * 7_919) % size.documents);
const serverOf = ({ servers }: Sample, n: number) => servers[(n * 7_919) % servers.length];
const pick = (words: string[], n: number) => encodeURIComponent(words[n % words.length] ?? '');
const topic = ({ size }: Sample, n: number) => topicOf(n * 7_919, size);

const get = (name: string, path: string | ((sample: Sample, n: number) => string)): Call => ({
  name,
  send: (sample, n) => ({ path: typeof path === 'string' ? path : path(sample, n) }),
});
const streamed = (name: string, path: string): Call => ({ ...get(name, path), isStreamed: true });
const ask = (name: string, query: (sample: Sample, n: number) => string): Call => ({
  name: `ask: ${name}`,
  send: (sample, n) => ({ method: 'POST', path: '/api/ai/ask', body: { query: query(sample, n) } }),
});
const cards = (query: string) => `/api/knowledge-base?limit=24&fields=card${query}`;
const rows = (query: string) => `/api/servers?limit=100${query}`;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

const DOCUMENTS: Call[] = [
  get('cards, first page', cards('')),
  get('cards, late page', ({ places }) => cards(`&cursor=${places.latePage}`)),
  get('cards of a type', cards('&type=how-to-guides')),
  get('cards of a type, late page', ({ places }) =>
    cards(`&type=how-to-guides&cursor=${places.latePageOfType}`),
  ),
  get('cards of a category', (_, n) => cards(`&category=Area ${n % 40}`)),
  get('cards of a tag', (_, n) => cards(`&tag=tag-${n % 200}`)),
  get('cards of type, category and tag', (_, n) =>
    cards(`&type=knowledge-base&category=Area ${n % 40}&tag=tag-${n % 200}`),
  ),
  get('cards with a topic', (sample, n) => cards(`&q=${topic(sample, n)}`)),
  get('cards with a rare word', (_, n) => cards(`&q=${pick(RARE, n)}`)),
  get('cards with frequent words', (_, n) => cards(`&q=${pick(FREQUENT, n)}`)),
  get('facets', '/api/knowledge-base/facets'),
  get('facets of a type', '/api/knowledge-base/facets?type=how-to-guides'),
  get('facets of a topic', (sample, n) => `/api/knowledge-base/facets?q=${topic(sample, n)}`),
  get('facets of frequent words', (_, n) => `/api/knowledge-base/facets?q=${pick(FREQUENT, n)}`),
  get('open a document', (sample, n) => `/api/documents/${documentOf(sample, n)}`),
  get('page of a document', (sample, n) => `/api/knowledge-base/${documentOf(sample, n)}/overview`),
  get('versions', (sample, n) => `/api/documents/${documentOf(sample, n)}/versions`),
  get('difference of versions', (sample, n) => `/api/documents/${documentOf(sample, n)}/diff/3/10`),
  get('backlinks', (sample, n) => `/api/documents/${documentOf(sample, n)}/backlinks`),
  get('servers of a document', (sample, n) => `/api/documents/${documentOf(sample, n)}/servers`),
  get('document bin', '/api/documents/bin?limit=50'),
  get('recent documents', '/api/documents/recent?limit=10'),
];

const SEARCH: Call[] = [
  get('search: a topic', (sample, n) => `/api/search?q=${topic(sample, n)}`),
  get('search: the name of a server', ({ size }, n) => `/api/search?q=srv-${(n * 7_919) % size.servers}`),
  get('search: beginning of a word', (sample, n) => `/api/search?q=${topic(sample, n).slice(0, 7)}`),
  get('search: rare words', (_, n) => `/api/search?q=${pick(RARE, n)}`),
  get('search: frequent words', (_, n) => `/api/search?q=${pick(FREQUENT, n)}`),
  get('search: with an operator', (sample, n) => `/api/search?q=${topic(sample, n)} type:document`),
  get('search: operators alone', '/api/search?q=updated:<7d'),
  get(
    'search: a misspelt word',
    (sample, n) => `/api/search/similar?q=${topic(sample, n).replace(/..$/, 'qx')}`,
  ),
];

const SERVERS: Call[] = [
  get('servers, first page', rows('')),
  get('servers, late page', ({ places }) => rows(`&cursor=${places.lateServers}`)),
  get('servers of a status', rows('&status=offline')),
  get('servers of an environment', rows('&environment=staging')),
  get('servers with a text', ({ size }, n) => rows(`&q=srv-${(n * 7_919) % size.servers}`)),
  get('servers of a team', (_, n) => rows(`&filter=${encodeURIComponent(`team:="Team ${n % 30}"`)}`)),
  get('servers over a figure', rows(`&filter=${encodeURIComponent('cpu>98')}`)),
  get('servers with an outage', rows(`&filter=${encodeURIComponent('outage<1d')}`)),
  get('values of a field', '/api/servers/field-values?field=teamOwner&q=1'),
  get('options of a server', '/api/servers/options'),
  get('server', (sample, n) => `/api/servers/${serverOf(sample, n)}`),
  get('page of a server, 24 h', (sample, n) => `/api/servers/${serverOf(sample, n)}/overview`),
  get(
    'page of a server, 30 d',
    (sample, n) => `/api/servers/${serverOf(sample, n)}/overview?from=${daysAgo(30)}`,
  ),
  get('results of 24 h', (sample, n) => `/api/servers/${serverOf(sample, n)}/checks`),
  get('results of 30 d', (sample, n) => `/api/servers/${serverOf(sample, n)}/checks?from=${daysAgo(30)}`),
  get('availability', (sample, n) => `/api/servers/${serverOf(sample, n)}/availability`),
  get('history of a server', (sample, n) => `/api/servers/${serverOf(sample, n)}/history?limit=20`),
  get('server bin', '/api/servers/bin?limit=50'),
  get('saved views', '/api/server-views'),
];

const OTHERS: Call[] = [
  get('dashboard', '/api/analytics/stats?recent=5'),
  get('dashboard servers', '/api/servers?limit=10'),
  get('team', '/api/team-members'),
  get('notifications', '/api/notifications'),
  get('accounts', '/api/admin/users'),
  get('audit', '/api/admin/audit?limit=50'),
  get('audit, late page', ({ places }) => `/api/admin/audit?limit=50&cursor=${places.lateAudit}`),
  get('audit of an action', '/api/admin/audit?limit=50&action=document.update'),
  get('audit of a document', (sample, n) => `/api/admin/audit?limit=50&subjectId=${documentOf(sample, n)}`),
  get('audit of a day', () => `/api/admin/audit?limit=50&from=${daysAgo(1)}`),
  get('broken links', '/api/admin/broken-links?limit=50'),
  get('state of the system', '/api/admin/status'),
  get('metrics', '/metrics'),
  streamed('export of documents', '/api/knowledge-base/export'),
  streamed('export of servers', '/api/servers/export'),
  streamed('export of everything', '/api/export'),
];

const QUESTIONS: Call[] = [
  ask('count', () => 'How many production servers are offline?'),
  ask('list', (_, n) => `Which servers of Team ${n % 30} are offline?`),
  ask('one server', ({ size }, n) => `What is the status of srv-${(n * 7_919) % size.servers}?`),
  ask('by field', () => 'How many servers are there per team?'),
  ask('outages', () => 'Which servers had an outage last week?'),
  ask('a topic', (sample, n) => `How do I restart ${topic(sample, n)}?`),
  ask('frequent words', () => 'How do I restore a backup of the disk volume?'),
];

const change = (n: number) => ({ content: `${aRunbookText(n)}\nChanged ${n} at ${Date.now()}.` });

const WRITES: Call[] = [
  {
    name: 'save a document',
    send: (sample, n) => ({
      method: 'PUT',
      path: `/api/documents/${documentOf(sample, n)}`,
      body: change(n),
    }),
  },
  {
    name: 'create a document',
    send: (_, n) => ({ method: 'POST', path: '/api/documents', body: { title: `New ${n}`, ...change(n) } }),
  },
  {
    name: 'keep a draft',
    send: (sample, n) => ({
      method: 'PUT',
      path: `/api/drafts/${documentOf(sample, n)}`,
      body: { version: 1, fields: change(n) },
    }),
  },
  {
    name: 'edit a server',
    send: (sample, n) => ({
      method: 'PUT',
      path: `/api/servers/${serverOf(sample, n)}`,
      body: { notes: `Rack ${n} at ${Date.now()}` },
    }),
  },
  {
    name: 'add a server',
    send: (_, n) => ({ method: 'POST', path: '/api/servers', body: { name: `new-${n}` } }),
  },
  {
    name: 'record a check result',
    send: ({ places }, n) => ({
      method: 'PUT',
      path: `/api/servers/${places.ownServer}/metrics`,
      body: { cpuUsage: n % 100 },
    }),
  },
];

/** Every call that a screen makes, and the common writes. */
export const CALLS: Call[] = [...DOCUMENTS, ...SEARCH, ...SERVERS, ...OTHERS, ...QUESTIONS, ...WRITES];
