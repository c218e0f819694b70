import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** A thread of visitors: it sends a fixed number of sign-ins a second, whether or not earlier ones were answered. */
export type Flood = { url: string; perSecond: number; seconds: number; networks: number };
/** Milliseconds until the response, by status. `unsent`: sign-ins that were due while every connection was busy. */
export type Flooded = { times: Record<string, number[]>; unsent: number; processorMs: number };

const CONNECTIONS = 1_000;

async function flood({ url, perSecond, seconds, networks }: Flood): Promise<Flooded> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: Record<string, number[]> = {};
  let [unsent, open] = [0, 0];
  const send = (n: number) => {
    if (open >= CONNECTIONS) return void (unsent += 1);
    open += 1;
    const startedAt = performance.now();
    const end = (status: string) => {
      open -= 1;
      (times[status] ??= []).push(performance.now() - startedAt);
    };
    const body = JSON.stringify({ email: `visitor-${n}@example.com`, password: 'Kelp9!Moonshot' });
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      'x-forwarded-for': `10.${(n % networks) >> 8}.${(n % networks) & 255}.1`,
    };
    request(new URL('/api/auth/login', url), { method: 'POST', agent, headers }, (answer) =>
      answer.resume().once('end', () => end(String(answer.statusCode))),
    )
      .once('error', ({ message }) => end(message))
      .end(body);
  };
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const total = perSecond * seconds;
  for (let n = 0; n < total;) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) * perSecond) / 1_000) + 1);
    for (; n < due; n += 1) send(n);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const deadline = performance.now() + 20_000;
  while (open > 0 && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
  agent.destroy();
  const { user, system } = process.cpuUsage(before);
  return { times, unsent, processorMs: (user + system) / 1_000 };
}

if (parentPort) parentPort.postMessage(await flood(workerData as Flood));
