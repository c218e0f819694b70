import type { Condition, FilledField } from '../../../contract/shared/inventory-query.ts';
import { FilledField as FilledSchema } from '../../../contract/shared/inventory-query.ts';
import { Figure, groupFields } from '../../../contract/shared/server-fields.ts';
import type { ServerField } from '../../../contract/shared/server-fields.ts';
import type { Matched, Pattern, Piece } from './pattern.ts';
import { releaseOf, releasesBeside } from './releases.ts';

type Is = Condition & { kind: 'is' };
const notOf = (match: Matched) => (match.has('not', 'none', 'never') ? { not: true as const } : {});
const statusIs = (...values: string[]): Is => ({ kind: 'is', field: 'status', values, exact: true });

const isOwner = (match: Matched) =>
  match.one('value')?.of === 'teamOwner' || match.one('value')?.of === 'managedBy';

/** The values of a list. Without a joint, two names of the same place mean what both name: "Sydney rack 4". */
function valuesOf(match: Matched): Piece | undefined {
  const [first, ...others] = match.all('value');
  const field = first?.of as ServerField | undefined;
  const named = match.one('field')?.of;
  const isOwned = match.has('owns');
  if (!field || !first || (named && named !== field)) return undefined;
  if (isOwned && field !== 'teamOwner' && field !== 'managedBy') return undefined;
  if (others.some(({ of }) => of !== field)) return undefined;
  const isJoined = match.found.some(({ meaning, at }, place) => {
    const next = match.found[place + 1];
    return meaning.is === 'value' && next?.meaning.is === 'value' && next.at > at + 1;
  });
  const values = others.reduce((all, { values: more = [] }) => {
    const both = all.filter((one) => more.includes(one));
    return both.length > 0 && !isJoined ? both : [...new Set([...all, ...more])];
  }, first.values ?? []);
  const isExact = [first, ...others].every(({ exact }) => exact);
  return { where: [{ kind: 'is', field, values, ...(isExact && { exact: true }), ...notOf(match) }] };
}

const filledOf = (name: string | undefined): FilledField | undefined => FilledSchema.safeParse(name).data;

/** "With location" names a column of the list, because servers are grouped by it. */
function filled(match: Matched): Piece | undefined {
  const names = match.all('field', 'figure', 'filled').flatMap(({ of }) => filledOf(of) ?? []);
  const isNone = match.has('none', 'not', 'never');
  const isWord = /^(?:have|has|having|with)$/.test(match.text('with'));
  const isColumn = (field: string) =>
    field === 'name' ||
    field === 'ipAddress' ||
    (match.text('with') === 'with' &&
      (groupFields.some((one) => one === field) || Figure.safeParse(field).success));
  if (names.length === 0 || (!isNone && isWord && names.some(isColumn))) return undefined;
  return { where: names.map((field) => ({ kind: 'filled', field, ...(isNone && { not: true as const }) })) };
}

const addresses = (match: Matched): Piece => {
  const cidrs = match.all('address').flatMap((one) => one.cidrs ?? []);
  const not = notOf(match);
  return {
    where: cidrs.map((cidr) => ({ kind: 'address', cidr, ...not })),
    ...(!not.not && { isEither: true }),
  };
};

function negated(match: Matched): Piece | undefined {
  const { condition } = match.one('filter') ?? {};
  if (!condition || (match.has('not') && condition.kind === 'figure')) return undefined;
  return { where: [match.has('not') ? ({ ...condition, not: true } as Condition) : condition] };
}

const BEFORE_NAME = new RegExp(
  '^(?:in|at|on|with|without|named|called|for|from|mentions?|mentioning|contains?|containing|starting with|starts with|' +
    'beginning with|-|not|and|or|vs|than|of)$',
  'i',
);
/** A word of some server's texts says which servers are meant only where a name may stand: "patched" may be a question. */
function namesServers({ found, context: { spans } }: Matched): boolean {
  const [at, end] = [found[0]?.at ?? 0, found.at(-1)?.at ?? 0];
  const isCode = /[\d_.-]/.test(found.at(-1)?.span.text ?? '');
  const isAlone = spans.every(
    ({ isFiller, meanings }) =>
      isFiller || meanings.some(({ is }) => is === 'text' || is === 'servers' || is === 'value'),
  );
  const [before, behind] = [spans[at - 1], spans[end + 1]];
  const isBeside = [before, behind].some((one) =>
    one?.meanings.some(({ is }) => is === 'servers' || is === 'text'),
  );
  return isCode || isBeside || isAlone || found.length > 1 || BEFORE_NAME.test(before?.text ?? '');
}

/** Which servers a question means. */
export const CONDITION_PATTERNS: Pattern[] = [
  ['[not]? [filter]', 'servers os:ubuntu', negated],
  ['[not]? [value]+', 'servers in Leeds or Dublin', (m) => (isOwner(m) ? undefined : valuesOf(m))],
  // "Database servers" are not those of the team "Database".
  ['[not]? [value:teamOwner|value:managedBy]+', 'Web Team servers', valuesOf, 1.1],
  ['[not]? [field] [value]+', 'servers on the network DMZ', valuesOf],
  ['[not]? [value]+ [field]', 'hosts in the production environment', valuesOf],
  ['[not]? [owns] [field]? [value]+', 'servers owned by Web Team', valuesOf],
  ['[not]? [value]+ [field]? [owns]', 'servers that Web Team owns', valuesOf],
  [
    '[not]? [down]',
    'servers that are down',
    (m) => (m.one('down')?.of ? undefined : { where: [{ ...statusIs('offline'), ...notOf(m) }] }),
  ],
  [
    '[attention]',
    'servers with problems',
    (m) => (m.context.isOfHost ? undefined : { where: [statusIs('offline', 'warning')] }),
  ],
  ['[everything] [well]', 'is everything ok?', () => ({ where: [statusIs('offline', 'warning')] })],
  [
    '[all|everything] … [up]',
    'are all servers up?',
    () => ({ where: [statusIs('online')], ask: { kind: 'share', of: [] } }),
  ],
  [
    '[more] … [value] [or|than] [unknown]',
    'are there more servers in Dublin or in Atlantis?',
    (m) => {
      const [known] = valuesOf(m)?.where ?? [];
      const text = m.one('unknown')?.text;
      return known && text !== undefined
        ? { where: [known, { kind: 'text', text }], says: ['versus'] }
        : undefined;
    },
  ],
  [
    '[more] [value] [above] [value]',
    'more Debian or more Ubuntu?',
    (m) => {
      const [one, other] = m.all('value');
      if (!one || !other || one.of !== other.of) return undefined;
      const field = one.of as ServerField;
      const where = [one, other].map(({ values = [] }): Condition => ({
        kind: 'is',
        field,
        values,
        exact: true,
      }));
      return { where, says: ['versus'] };
    },
  ],
  [
    '[host]',
    'is web-1 online?',
    (m) => ({ where: [{ kind: 'server', ids: (m.one('host')?.hosts ?? []).map(({ id }) => id) }] }),
  ],
  ['[noServer]', 'is web-99 online?', () => ({})],
  ['[not]? [address]', 'servers in 10.20.0.0/16', addresses],
  [
    '[not]? [text]+',
    'servers with CVE-2024-3094',
    (m) => {
      const texts = m.all('text');
      // Neighbours must both be there, "syd and dub" are two kinds of servers.
      const isJoined = m.found.every(
        ({ at }, place) => place === 0 || at > (m.found[place - 1]?.at ?? 0) + 1,
      );
      if (!namesServers(m) || (texts.length > 1 && !isJoined)) return undefined;
      const not = notOf(m);
      const where = texts.map(({ text = '', exact }): Condition => ({
        kind: 'text',
        text,
        ...(exact && { exact }),
        ...not,
      }));
      return { where, ...(texts.length > 1 && !not.not && { isEither: true }) };
    },
    1.2,
  ],
  ['[none|not] [filled]', 'servers without a runbook', filled, 0.9],
  ['[with] [filled]', 'servers with a check', filled, 0.9],
  ['[none|not] [field|figure]', 'servers without an owner', filled],
  ['[none] [field|filled] [or|and] [field|filled]', 'servers without notes or contacts', filled],
  ['[field|figure|filled] [none]', 'hosts whose model is missing', filled, 1.1],
  ['[with] [field|figure]', 'servers with notes', filled],
  [
    '[nobody]',
    'servers that nobody owns',
    () => ({ where: [{ kind: 'filled', field: 'teamOwner', not: true }] }),
  ],
  ['[monitored]', 'monitored servers', () => ({ where: [{ kind: 'filled', field: 'check' }] })],
  [
    '[unmonitored]',
    'servers that are not monitored',
    () => ({ where: [{ kind: 'filled', field: 'check', not: true }] }),
  ],
  [
    '[never|not] [event:checked]',
    'servers that were never checked',
    () => ({ where: [{ kind: 'filled', field: 'lastHealthCheck', not: true }] }),
  ],
  [
    '[never] [down|fell]',
    'servers that were never down',
    () => ({ where: [{ kind: 'filled', field: 'outage', not: true }] }),
  ],
  ['[value:operatingSystem] [servers]? [release] [number]', 'Ubuntu older than 22.04', releasesBeside],
  ['[field]? [release] [value:operatingSystem]', 'an OS newer than Ubuntu 20.04', releasesBeside],
  ['[value:operatingSystem] [number:plain] [releases]', 'Ubuntu 12.04 or older', releasesBeside],
  ['[value:operatingSystem] [releases]', 'Ubuntu 22.04 or older', releasesBeside],
  ['[value:operatingSystem] [number:plain]', 'Ubuntu 14.04 servers', releaseOf],
];
