import type { Check } from '../../contract/checks.ts';
import { readTarget, type Target } from '../../contract/check-target.ts';
import { systemClock, type Clock } from '../clock.ts';
import type { Scrape } from '../db/schema.ts';
import { aborted } from './abort.ts';
import { NO_ROUTE, openSocket, TlsFailed, type Route } from './connection.ts';
import { fetchPage } from './fetch-page.ts';
import { nodeFigures, windowsFigures, type Figures } from './figures.ts';
import type { Observation, Probe } from './probe.ts';
import { isOfThisMachine, NotReached, type Reach } from './reach.ts';
import { hasRouteTo } from './network-routes.ts';

/** Some servers refuse requests that accept anything. Exporters offer several formats. */
const PAGES = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const METRICS = 'text/plain;version=0.0.4,*/*;q=0.5';
/** If the process stalled this much longer than the timeout, the check says nothing about the server. */
const STALL_MS = 2_000;
const MISSING_TEXT = 'It answered without the expected text';
const DAYS_OF_WARNING = 14;
const FULL = { cpuUsage: 90, memoryUsage: 90, diskUsage: 95 } as const;
const NAMES = { cpuUsage: 'CPU', memoryUsage: 'Memory', diskUsage: 'Disk' } as const;

/**
 * Checks over the network, limited to targets that `reach` allows. `hasWay` tells whether this machine has a route to
 * an address.
 */
export const networkProbe =
  (reach: Reach, hasWay = hasRouteTo, clock: Clock = systemClock): Probe =>
  async (check, last) => {
    const target = readTarget(check.kind, check.target);
    if ('problem' in target) return { outcome: 'bad', latencyMs: null, message: target.problem };
    const started = performance.now();
    const signal = AbortSignal.timeout(check.timeoutMs);
    // This machine itself is reachable without a network.
    let isHere = false;
    let isHeard = false;
    const way: Route = {
      reach: async (host, port) => {
        const addresses = await withTimeout(reach(host, port, signal), signal, check.timeoutMs);
        isHere = addresses.every((address) => isOfThisMachine(address));
        return addresses;
      },
      signal,
      timeoutMs: check.timeoutMs,
      onConnect: (address) => void (isHeard ||= !isOfThisMachine(address)),
    };
    // A host that accepts a connection is alive, whatever happens next.
    const withLineState = ({ line, ...seen }: Observation): Observation => {
      if (isHeard) return { ...seen, line: 'heard' };
      return line && !isHere ? { ...seen, line } : seen;
    };
    try {
      const seen = await aborted(look(check, target, way, { last, clock }), signal);
      const latencyMs = Math.round((performance.now() - started) * 10) / 10;
      return withLineState(withWarnings({ ...seen, latencyMs }, clock()));
    } catch (error) {
      const heldUp = performance.now() - started > check.timeoutMs + STALL_MS;
      if (heldUp) return { outcome: 'unknown', latencyMs: null, message: 'The checker itself was held up' };
      return withLineState(await failureOf(error, signal, check.timeoutMs, hasWay));
    }
  };

/** A lookup cannot be cancelled, so only the wait for it ends. Nothing was sent to the server by then. */
const withTimeout = <T>(found: Promise<T>, signal: AbortSignal, timeoutMs: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const tooLate = () =>
      reject(new NotReached('late', `The name could not be looked up within ${timeoutMs} ms`));
    signal.addEventListener('abort', tooLate, { once: true });
    found.then(resolve, reject);
  });

type Look = Omit<Observation, 'latencyMs'>;

async function look(
  check: Check,
  target: Target,
  way: Route,
  { last, clock }: { last: Scrape | null; clock: Clock },
): Promise<Look> {
  if (check.kind === 'tcp') return lookTcp(target, way);
  if (check.kind === 'http') return lookHttp(check, target, way);
  const page = await fetchPage(target.url, { ...way, read: 'text', accept: METRICS });
  if (page.status !== 200) return { outcome: 'bad', message: `The exporter answered ${page.status}` };
  const read = check.kind === 'node_exporter' ? nodeFigures : windowsFigures;
  const figures = read(page.text, last, clock());
  if (figures.memoryUsage === undefined && figures.uptime === undefined)
    return { outcome: 'bad', message: 'The answer holds no figures of this exporter' };
  return { outcome: 'good', message: describe(figures), ...figures };
}

async function lookTcp({ host, port }: Target, way: Route): Promise<Look> {
  (await openSocket(host, port, way)).destroy();
  return { outcome: 'good', message: `Port ${port} takes connections` };
}

async function lookHttp(check: Check, target: Target, way: Route): Promise<Look> {
  const expected = check.expectStatus ?? undefined;
  const word = check.expectText || undefined;
  const page = await fetchPage(target.url, {
    ...way,
    read: word ? { word } : 'head',
    accept: PAGES,
    redirects: expected === undefined || expected < 300 || expected > 399,
  });
  const more = page.certificateExpiresAt ? { certificateExpiresAt: page.certificateExpiresAt } : {};
  const good = expected === undefined ? page.status >= 200 && page.status < 300 : page.status === expected;
  if (!good)
    return {
      outcome: 'bad',
      message: `It answered ${page.status}${expected ? `, not ${expected}` : ''}`,
      ...more,
    };
  if (word && !page.isFound) return { outcome: 'bad', message: MISSING_TEXT, ...more };
  return { outcome: 'good', message: `It answered ${page.status}`, ...more };
}

const describe = (figures: Figures): string =>
  (['cpuUsage', 'memoryUsage', 'diskUsage'] as const)
    .map(
      (figure) =>
        `${NAMES[figure]} ${figures[figure] === undefined ? '—' : `${Math.round(figures[figure])} %`}`,
    )
    .join(', ');

/** A good result can still deserve a warning. */
function withWarnings(seen: Observation, now: Date): Observation {
  if (seen.outcome !== 'good') return seen;
  const full = (['cpuUsage', 'memoryUsage', 'diskUsage'] as const).find(
    (figure) => (seen[figure] ?? 0) > FULL[figure],
  );
  if (full)
    return {
      ...seen,
      outcome: 'warning',
      message: `${NAMES[full]} is ${Math.round(seen[full] ?? 0)} % used`,
    };
  const expires = seen.certificateExpiresAt;
  const days = expires ? Math.floor((expires.getTime() - now.getTime()) / 86_400_000) : DAYS_OF_WARNING;
  if (days < DAYS_OF_WARNING)
    return {
      ...seen,
      outcome: 'warning',
      message: `The certificate expires in ${days} ${days === 1 ? 'day' : 'days'}`,
    };
  return seen;
}

const MESSAGES: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was cut',
  EPIPE: 'The connection was cut',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'Its network cannot be reached',
};
/** This machine has no network, or no resources for another connection. */
const LOCAL_ERRORS = new Set(['ENETDOWN', 'EADDRNOTAVAIL', 'EMFILE', 'ENFILE', 'ENOBUFS']);

/** Errors that concern the network. */
const NETWORK_ERRORS = new Set([...NO_ROUTE, 'ENETDOWN', 'EADDRNOTAVAIL']);

async function failureOf(
  error: unknown,
  signal: AbortSignal,
  timeoutMs: number,
  hasWay: (address: string) => Promise<boolean>,
): Promise<Observation> {
  const bad = { outcome: 'bad' as const, latencyMs: null };
  if (error instanceof NotReached) {
    const isItsFault = error.kind === 'unresolved' || error.kind === 'astray';
    // Without a possible check the state is unknown.
    const seen = {
      ...bad,
      outcome: isItsFault ? ('bad' as const) : ('unknown' as const),
      message: error.message,
    };
    return error.kind === 'away' ? { ...seen, line: 'silent' } : seen;
  }
  if (error instanceof TlsFailed) {
    const { message, certificateExpiresAt } = error;
    return { ...bad, message, ...(certificateExpiresAt && { certificateExpiresAt }), line: 'heard' };
  }
  const { code = '', address = '' } = error as NodeJS.ErrnoException & { address?: string };
  if (signal.aborted || code === 'ETIMEDOUT')
    return { ...bad, message: `No answer within ${timeoutMs} ms`, line: 'silent' };
  const silent = NETWORK_ERRORS.has(code) ? { line: 'silent' as const } : {};
  const isOwn = NO_ROUTE.has(code) ? !(await hasWay(address)) : LOCAL_ERRORS.has(code);
  if (isOwn)
    return {
      outcome: 'unknown',
      latencyMs: null,
      message: `The checker itself has no connection (${code})`,
      ...silent,
    };
  const message = MESSAGES[code] ?? 'It answered with something else than expected';
  return { ...bad, message, line: 'heard', ...silent };
}
