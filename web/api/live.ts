import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { jobs, type Job } from '../../contract/calls/jobs.ts';
import { type LiveEvent, STALE_READS, type Topic } from '../../contract/calls/live.ts';
import { notifications } from '../../contract/calls/notifications.ts';
import { updatePresence } from './presence.ts';
import { noteTrouble } from './outage.ts';
import { query } from './query.ts';
import { currentUser } from './session.ts';
import { LEAVE, type Signal } from './stream-signals.ts';

/**
 * Listens to the one stream of this browser. Browsers allow six HTTP/1.1 connections per host. With a stream in each
 * tab, the sixth tab would have none left for other requests. A worker that all tabs share holds the stream, whichever
 * tab is closed. Without shared workers (Chrome on Android), one of the tabs holds it.
 */
function listenToStream(onSignal: (signal: Signal) => void): () => void {
  if (typeof SharedWorker === 'undefined') return leavingWithPage(listenWithoutWorker(onSignal));
  const worker = new SharedWorker(new URL('./stream-worker.ts', import.meta.url), { type: 'module' });
  let stop = () => {
    worker.port.postMessage(LEAVE);
    worker.port.close();
  };
  worker.port.addEventListener('message', ({ data }: MessageEvent<Signal>) => onSignal(data));
  worker.port.start();
  // The worker's file may be missing, for example after an update.
  worker.addEventListener('error', () => {
    stop();
    stop = listenWithoutWorker(onSignal);
  });
  return leavingWithPage(() => stop());
}

/** Fetched only by the few browsers that need it. */
function listenWithoutWorker(onSignal: (signal: Signal) => void): () => void {
  let isOver = false;
  let stop = (): void => {
    isOver = true;
  };
  import('./stream-among-tabs.ts').then(({ listenAmongTabs }) => {
    if (!isOver) stop = listenAmongTabs(onSignal);
  }, noteTrouble);
  return () => stop();
}

function leavingWithPage(stop: () => void): () => void {
  addEventListener('pagehide', stop);
  return () => {
    removeEventListener('pagehide', stop);
    stop();
  };
}

/** Since when the health checks are offline. Only the stream reports it; the value is kept until sign-out. */
const CHECKER = ['checker'];
export const useCheckerOffline = () => useQuery<string | null>({ queryKey: CHECKER, enabled: false }).data;

/** An import changes hundreds of documents per second; lists are reloaded at most this often. */
const GATHER_MS = 1000;
/** Keeps the screen up to date while somebody is signed in: one event stream per browser, no polling. */
export function useLiveEvents(): void {
  const client = useQueryClient();
  useCheckerOffline();
  useEffect(() => follow(client), [client]);
}

function follow(client: QueryClient): () => void {
  const refresh = gatheredRefresh(client);
  let isBroken = false;

  const stop = listenToStream((signal) => {
    if (signal.type === 'event') take(JSON.parse(signal.data) as LiveEvent);
    if (signal.type === 'missed') void client.invalidateQueries();
    if (signal.type === 'broken') {
      isBroken = true;
      noteTrouble();
      // The server refuses ended sessions.
      if (signal.isRefused) void client.invalidateQueries({ queryKey: currentUser.queryKey });
    }
    if (signal.type === 'open') {
      // Each stream sends the current state at its start.
      client.setQueryData(CHECKER, null);
      // Events are lost while the stream is broken, and a job may end before the stream opens.
      void client.invalidateQueries(isBroken ? {} : { queryKey: [jobs.find.path] });
      isBroken = false;
    }
  });

  function take(event: LiveEvent): void {
    if (event.type === 'changed') refresh(event.topic);
    if (event.type === 'job') takeJob(client, event);
    if (event.type === 'notification') void client.invalidateQueries({ queryKey: [notifications.list.path] });
    if (event.type === 'presence') updatePresence(event);
    if (event.type === 'database') {
      // The shell checks what is wrong, or that the problem is over.
      noteTrouble();
      if (event.isWell) void client.invalidateQueries();
    }
    if (event.type === 'checker') client.setQueryData(CHECKER, event.offlineSince);
  }

  return stop;
}

function gatheredRefresh(client: QueryClient): (topic: Topic) => void {
  const waiting = new Set<string>();
  return (topic) => {
    const idle = waiting.size === 0;
    for (const path of STALE_READS[topic]) waiting.add(path);
    if (!idle || waiting.size === 0) return;
    setTimeout(() => {
      const paths = [...waiting];
      waiting.clear();
      const isOld = (key: string) => paths.some((path) => key === path || key.startsWith(`${path}/`));
      void client.invalidateQueries({ predicate: ({ queryKey }) => isOld(String(queryKey[0])) });
    }, GATHER_MS);
  };
}

const jobQuery = (id: string) => query(jobs.find, { params: { id } });

/** The event contains the progress; the result of a finished job is fetched. */
function takeJob(client: QueryClient, event: Extract<LiveEvent, { type: 'job' }>): void {
  const { queryKey } = jobQuery(event.id);
  const known = client.getQueryData<Job>(queryKey);
  const isRunning = event.state === 'waiting' || event.state === 'running';
  if (known && isRunning)
    client.setQueryData<Job>(queryKey, { ...known, state: 'running', done: event.done, total: event.total });
  // A pending first read may return an older state, and a refetch would wait for it.
  else void client.cancelQueries({ queryKey }).then(() => client.invalidateQueries({ queryKey }));
}

/** State and progress of a job and, at the end, its result. */
export const useJob = (id: string | undefined) =>
  useQuery({ ...jobQuery(id ?? ''), enabled: id !== undefined });
