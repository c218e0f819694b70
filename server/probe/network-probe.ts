import { DAYS_OF_WARNING, FULL } from '../../contract/calls/checks.ts';
import type { ServerLimits } from '../../contract/shared/server-limits.ts';
import { type Check } from '../../contract/shared/check.ts';
import { readTarget, type CheckTarget } from '../../contract/shared/check-target.ts';
import { systemClock, type Clock } from '../db/clock.ts';
import type { Scrape } from '../db/schema.ts';
import { aborted, NO_ROUTE, openSocket, TlsFailed, type Route } from './connection.ts';
import { fetchPage, type FetchedPage } from './fetch-page.ts';
import { nodeFigures, windowsFigures, type Figures } from './figures.ts';
import type { Observation, Probe } from './probe.ts';
import { isOfThisMachine, Unreachable, type Reach } from './reach.ts';
import { hasRouteTo } from './network-routes.ts';

/** Some servers refuse requests that accept anything. Exporters offer several formats. */
const PAGES = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const METRICS = 'text/plain;version=0.0.4,*/*;q=0.5';
/** If the process stalled this much longer than the timeout, the check says nothing about the server. */
const STALL_MS = 2_000;
const MISSING_TEXT = 'It answered without the expected text';
/** What to do about a status that is not expected. */
const ADVICE = new Map([
  [400, ' (does it expect https?)'],
  [401, ' (it requires a password, which checks do not have)'],
  [404, ' (is the path right?)'],
]);
const NAMES = { cpuUsage: 'CPU', memoryUsage: 'Memory', diskUsage: 'Disk' } as const;

/**
 * Checks over the network, limited to targets that `reach` allows. `hasRoute` returns whether this machine has a route to
 * an address.
 */
export const networkProbe =
  (reach: Reach, hasRoute = hasRouteTo, clock: Clock = systemClock): Probe =>
  async (check, last, limits) => {
    const target = readTarget(check.kind, check.target);
    if ('problem' in target) return { outcome: 'bad', latencyMs: null, message: target.problem };
    const started = performance.now();
    const signal = AbortSignal.timeout(check.timeoutMs);
    // This machine itself is reachable without a network.
    let isLocal = false;
    let isReached = false;
    let hops = 0;
    const route: Route = {
      reach: async (host, port) => {
        hops += 1;
        const addresses = await withTimeout(reach(host, port, signal), signal, check.timeoutMs);
        isLocal = addresses.every((address) => isOfThisMachine(address));
        return addresses;
      },
      signal,
      timeoutMs: check.timeoutMs,
      onConnect: (address) => void (isReached ||= !isOfThisMachine(address)),
    };
    // A host that accepts a connection is alive, whatever happens next.
    const withEvidence = ({ line, ...observation }: Observation): Observation => {
      if (isReached) return { ...observation, line: 'heard' };
      return line && !isLocal ? { ...observation, line } : observation;
    };
    try {
      const observation = await aborted(runCheck(check, target, route, { last, clock }), signal);
      const latencyMs = Math.round((performance.now() - started) * 10) / 10;
      return withEvidence(withWarnings({ ...observation, latencyMs }, limits?.thresholds ?? {}, clock()));
    } catch (error) {
      const hasStalled = performance.now() - started > check.timeoutMs + STALL_MS;
      if (hasStalled)
        return { outcome: 'unknown', latencyMs: null, message: 'The checker itself was too busy' };
      const failure = await failureOf(error, signal, check.timeoutMs, hasRoute);
      const isElsewhere = hops > 1 && !(error instanceof Unreachable && error.kind === 'astray');
      return withEvidence(
        isElsewhere ? { ...failure, message: `After a redirect: ${failure.message}` } : failure,
      );
    }
  };

/** A lookup cannot be cancelled, so only the wait for it ends. Nothing was sent to the server by then. */
const withTimeout = <T>(found: Promise<T>, signal: AbortSignal, timeoutMs: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const tooLate = () =>
      reject(new Unreachable('late', `The name could not be looked up within ${timeoutMs} ms`));
    signal.addEventListener('abort', tooLate, { once: true });
    found.then(resolve, reject);
  });

type Finding = Omit<Observation, 'latencyMs'>;

async function runCheck(
  check: Check,
  target: CheckTarget,
  route: Route,
  { last, clock }: { last: Scrape | null; clock: Clock },
): Promise<Finding> {
  if (check.kind === 'tcp') return checkPort(target, route);
  if (check.kind === 'http') return checkPage(check, target, route);
  const page = await fetchPage(target.url, { ...route, read: 'text', accept: METRICS });
  if (page.status !== 200)
    return { outcome: 'bad', message: `The exporter answered ${statusOf(page, target)}` };
  const now = clock();
  const [read, other] =
    check.kind === 'node_exporter' ? [nodeFigures, windowsFigures] : [windowsFigures, nodeFigures];
  const figures = read(page.text, last, now);
  // Some exporters measure only a part, such as disks.
  if (Object.keys(figures).length > 0) return { outcome: 'good', message: describe(figures), ...figures };
  if (Object.keys(other(page.text, null, now)).length > 0)
    return { outcome: 'bad', message: 'These are metrics of the other exporter: choose that kind of check' };
  if (/^\s*</.test(page.text))
    return {
      outcome: 'bad',
      message: 'It answered a web page, not metrics: the path may be wrong, or it asks for a password',
    };
  return { outcome: 'bad', message: 'The response has no metrics of this exporter' };
}

const statusOf = ({ status }: FetchedPage, { protocol }: CheckTarget): string =>
  `${status}${status === 400 && protocol === 'https:' ? '' : (ADVICE.get(status) ?? '')}`;

async function checkPort({ host, port }: CheckTarget, route: Route): Promise<Finding> {
  (await openSocket(host, port, route)).destroy();
  return { outcome: 'good', message: `Port ${port} accepts connections` };
}

async function checkPage(check: Check, target: CheckTarget, route: Route): Promise<Finding> {
  const expected = check.expectStatus ?? undefined;
  const word = check.expectText || undefined;
  const page = await fetchPage(target.url, {
    ...route,
    read: word ? { word } : 'head',
    accept: PAGES,
    redirects: expected === undefined || expected < 300 || expected > 399,
  });
  const more = page.certificateExpiresAt ? { certificateExpiresAt: page.certificateExpiresAt } : {};
  const good = expected === undefined ? page.status >= 200 && page.status < 300 : page.status === expected;
  if (!good)
    return {
      outcome: 'bad',
      message: `It answered ${expected ? `${page.status}, not ${expected}` : statusOf(page, target)}`,
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
function withWarnings(observation: Observation, own: ServerLimits['thresholds'], now: Date): Observation {
  if (observation.outcome !== 'good') return observation;
  const full = [
    ...(['cpuUsage', 'memoryUsage'] as const).map((figure) => ({
      what: NAMES[figure],
      usage: observation[figure] ?? 0,
      limit: own[figure] ?? { percent: FULL[figure], seconds: 0 },
    })),
    ...disksWithLimits(observation, own),
  ].find(({ usage, limit }) => usage > limit.percent);
  if (full)
    return {
      ...observation,
      outcome: 'warning',
      message: `${full.what} is ${Math.round(full.usage)} % used`,
      ...(full.limit.seconds > 0 && { warnAfterSeconds: full.limit.seconds }),
    };
  const { inodes } = observation;
  if (inodes && inodes.usage > FULL.diskUsage)
    return { ...observation, outcome: 'warning', message: fewInodes(inodes) };
  const expires = observation.certificateExpiresAt;
  const days = expires ? Math.floor((expires.getTime() - now.getTime()) / 86_400_000) : DAYS_OF_WARNING;
  if (days < DAYS_OF_WARNING)
    return {
      ...observation,
      outcome: 'warning',
      message: `The certificate expires in ${days} ${days === 1 ? 'day' : 'days'}`,
      isOfCertificate: true,
    };
  return observation;
}

/** A disk with a limit of its own is named. It does not count against the limit of the others. */
function disksWithLimits({ disks, diskUsage = 0 }: Observation, own: ServerLimits['thresholds']) {
  const limit = own.diskUsage ?? { percent: FULL.diskUsage, seconds: 0 };
  return (disks ?? [{ place: '', usage: diskUsage }]).map(({ place, usage }) => {
    const ownLimit = own.disks?.find((one) => one.place === place);
    return { what: ownLimit ? `Disk ${place}` : NAMES.diskUsage, usage, limit: ownLimit ?? limit };
  });
}

/** A mount point comes from the response, so it must look like one. */
const MOUNT_POINT = /^\/[\w./ @-]{0,100}$/;

function fewInodes({ place, usage }: NonNullable<Figures['inodes']>): string {
  const shown = MOUNT_POINT.test(place) ? place : 'a file system';
  return usage === 100
    ? `There are no free inodes on ${shown}`
    : `${Math.round(usage)} % of the inodes on ${shown} are used`;
}

const MESSAGES: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was cut',
  EPIPE: 'The connection was cut',
  HPE_INVALID_CONSTANT: 'It does not speak HTTP (is the port right?)',
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
  hasRoute: (address: string) => Promise<boolean>,
): Promise<Observation> {
  const bad = { outcome: 'bad' as const, latencyMs: null };
  if (error instanceof Unreachable) {
    const isServerFault = error.kind === 'unresolved' || error.kind === 'astray';
    // Without a possible check the state is unknown.
    const seen = {
      ...bad,
      outcome: isServerFault ? ('bad' as const) : ('unknown' as const),
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
  const isOwn = NO_ROUTE.has(code) ? !(await hasRoute(address)) : LOCAL_ERRORS.has(code);
  if (isOwn)
    return {
      outcome: 'unknown',
      latencyMs: null,
      message: `The checker itself has no connection (${code})`,
      ...silent,
    };
  const message = MESSAGES[code] ?? 'It sent an invalid response';
  return { ...bad, message, line: 'heard', ...silent };
}
