import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { call } from '../contract/calls/call.ts';
import { accounts } from '../contract/calls/accounts.ts';
import type { Args, Endpoint, Result } from '../contract/calls/endpoint.ts';
import { serverFlags, serverVariables } from '../tools/server-process.mjs';

const PERSON = { email: 'ann@example.com', password: 'Tr4verse!Kelp#Moon' };
const START_LIMIT_MS = 120_000;
const CALL_LIMIT_MS = 20_000;

/** The product under proof, which is started repeatedly on the same data. */
export type Product = {
  url: string;
  /** `name=value` of a session's cookie. The session survives the kills. */
  cookie(): string;
  signIn(): Promise<void>;
  start(): Promise<ChildProcess>;
  /** Lines of the last start, until it was ready. */
  printed(): string[];
  kill(child: ChildProcess): Promise<void>;
  /** Sends SIGTERM and returns the exit code. */
  stop(child: ChildProcess): Promise<number | null>;
  ask<E extends Endpoint>(endpoint: E, args: Args<E> & { file?: File }): Promise<Result<E>>;
  send(path: string, init: RequestInit): Promise<Response>;
  /** Kills all processes that still run. */
  end(): Promise<void>;
};

/** Runs the product in `folder` as a process, started by the programs of `prefix`. Its first administrator makes the calls. */
export function productWith(
  port: string,
  settings: Record<string, string>,
  { folder = '.', prefix = [] }: { folder?: string; prefix?: string[] } = {},
): Product {
  const url = `http://127.0.0.1:${port}`;
  const running = new Set<ChildProcess>();
  let cookie = '';
  let lines: string[] = [];

  const send: Product['send'] = (path, init) => {
    const headers = { ...(init.headers as Record<string, string>), ...(cookie ? { cookie } : {}) };
    return fetch(url + path, { ...init, headers, signal: init.signal ?? AbortSignal.timeout(CALL_LIMIT_MS) });
  };

  async function start(): Promise<ChildProcess> {
    const own = {
      PORT: port,
      LOG_LEVEL: 'fatal',
      ADMIN_EMAIL: PERSON.email,
      ADMIN_PASSWORD: PERSON.password,
    };
    const [program, ...args] = [...prefix, process.execPath, ...serverFlags, 'server/main.ts'];
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...process.env, ...serverVariables, ...own, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    lines = [];
    const late = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS);
    try {
      for await (const line of createInterface({ input: child.stdout })) {
        lines.push(line);
        if (line.startsWith('Ops Hub is ready')) return child;
      }
    } finally {
      clearTimeout(late);
    }
    throw new Error('the product did not start');
  }

  async function endWith(signal: NodeJS.Signals, child: ChildProcess): Promise<number | null> {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const exit = once(child, 'exit') as Promise<[number | null]>;
    child.kill(signal);
    return (await exit)[0];
  }

  const kill = async (child: ChildProcess) => void (await endWith('SIGKILL', child));
  return {
    url,
    cookie: () => cookie,
    async signIn() {
      const answer = await send(accounts.login.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(PERSON),
      });
      cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    },
    start,
    printed: () => lines,
    kill,
    stop: (child) => endWith('SIGTERM', child),
    ask: (endpoint, args) => call(endpoint, args, send),
    send,
    end: async () => void (await Promise.all([...running].map(kill))),
  };
}
