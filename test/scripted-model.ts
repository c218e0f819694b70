import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chatCompletions, type ChatRequest, type Protocol, type Say } from './model-protocols.ts';

export type { ChatRequest, Say } from './model-protocols.ts';

/**
 * How the model replies. `answer`: with the scripted text. `slow`: after a second. `drip`: letter by letter. `words`: one
 * word each 100 ms. `hang`: never. `garbage`: no JSON. `nonsense`: JSON of another shape. `cut` and `stall`: half of the
 * text, then the connection closes or stays silent. `empty`: without text. `rate-limited` and `broken`: status 429 or 500.
 * `huge`: ten megabytes. `tool-loop`: calls the first offered tool repeatedly. `unknown-tool`: calls a tool that was not
 * offered.
 */
export type Behaviour =
  | 'answer'
  | 'slow'
  | 'drip'
  | 'words'
  | 'hang'
  | 'garbage'
  | 'nonsense'
  | 'cut'
  | 'stall'
  | 'empty'
  | 'rate-limited'
  | 'broken'
  | 'huge'
  | 'tool-loop'
  | 'unknown-tool';

export type ScriptedModel = {
  /** Settings of the product with this model. */
  settings: Record<string, string>;
  url: string;
  /** All requests so far, oldest first. */
  requests: ChatRequest[];
  /** Requests that the client cancelled. */
  aborted(): number;
  /** Replies that are still streaming. */
  open(): number;
  /** Time of the first word of the last reply, by performance.now(). */
  firstWordAt(): number;
  behave(behaviour: Behaviour): void;
  /** Sets the next replies, one for each request. The last one repeats. A function receives the request. */
  say(...answers: (Say | ((request: ChatRequest) => Say))[]): void;
  stop(): Promise<void>;
};

const SLOW_MS = 1_000;
const DRIP_MS = 20;
const WORD_MS = 100;
const HUGE = 10 * 1024 * 1024;
const KEY = 'sk-scripted-0123456789abcdef';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A language model on a local port. It speaks the provider's protocol and follows the test's script. */
export async function startScriptedModel(protocol: Protocol = chatCompletions): Promise<ScriptedModel> {
  let behaviour: Behaviour = 'answer';
  let script: (Say | ((request: ChatRequest) => Say))[] = ['Hello.'];
  let aborted = 0;
  let firstWordAt = 0;
  const onFirstWord = () => void (firstWordAt = performance.now());
  const requests: ChatRequest[] = [];
  const open = new Set<ServerResponse>();

  const server = createServer((request, response) => {
    open.add(response);
    response.on('close', () => {
      open.delete(response);
      if (!response.writableFinished) aborted += 1;
    });
    void bodyOf(request).then(async (body) => {
      const refuse = (status: number) =>
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(JSON.stringify(protocol.error('Refused')));
      if (request.url !== protocol.path || !body) return refuse(404);
      if (!protocol.isAllowed(request.headers, KEY)) return refuse(401);
      const chatRequest = protocol.read(body);
      if (!chatRequest) return refuse(400);
      requests.push(chatRequest);
      const next = script.length > 1 ? script.shift() : script[0];
      const output = typeof next === 'function' ? next(chatRequest) : (next ?? '');
      return answer({ protocol, chatRequest, response, output, onFirstWord }, behaviour);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    settings: {
      AI_PROVIDER: protocol.provider,
      AI_BASE_URL: url,
      AI_API_KEY: KEY,
      AI_MODEL: 'scripted',
    },
    url,
    requests,
    aborted: () => aborted,
    open: () => open.size,
    firstWordAt: () => firstWordAt,
    behave: (next) => void (behaviour = next),
    say: (...answers) => void (script = answers),
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown> | undefined> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  return text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>);
}

type Answering = {
  protocol: Protocol;
  chatRequest: ChatRequest;
  response: ServerResponse;
  output: Say;
  onFirstWord: () => void;
};

async function answer(to: Answering, behaviour: Behaviour) {
  const { protocol, chatRequest, response, output } = to;
  const error = (status: number, message: string, headers = {}) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(protocol.error(message)));
  const firstTool = chatRequest.tools?.[0]?.function.name;
  switch (behaviour) {
    case 'hang':
      return undefined;
    case 'rate-limited':
      return error(429, `Too many requests with ${KEY}`, { 'retry-after': '1' });
    case 'broken':
      return error(500, `Internal error with ${KEY}`);
    case 'garbage':
      return response.writeHead(200, { 'content-type': 'application/json' }).end('<html>not a model</html>');
    case 'nonsense':
      return speak({ ...to, output: '{"nothing":["of","this"],"was":"asked"}' });
    case 'empty':
      return speak({ ...to, output: '' });
    case 'huge':
      return speak({ ...to, output: 'x'.repeat(HUGE) });
    case 'cut':
      return speak(to, { cut: true });
    case 'stall':
      return speak(to, { cut: true, stall: true });
    case 'tool-loop':
      return speak({ ...to, output: firstTool ? { tool: firstTool, input: {} } : output });
    case 'unknown-tool':
      return speak({ ...to, output: { tool: 'delete_everything', input: {} } });
    case 'drip':
      return speak(to, { drip: true });
    case 'words':
      return speak(to, { words: true });
    case 'slow':
      await pause(SLOW_MS);
      return speak(to);
    case 'answer':
      return speak(to);
  }
}

type Manner = { drip?: boolean; words?: boolean; cut?: boolean; stall?: boolean };

async function speak(
  { protocol, chatRequest, response, output, onFirstWord }: Answering,
  manner: Manner = {},
) {
  if (!chatRequest.stream) {
    const text = JSON.stringify(protocol.whole(chatRequest, output));
    response.writeHead(200, { 'content-type': 'application/json' });
    for (const piece of manner.drip
      ? pieces(text, 64)
      : [text.slice(0, manner.cut ? text.length / 2 : undefined)]) {
      response.write(piece);
      if (manner.drip) await pause(DRIP_MS);
    }
    return manner.cut ? response.destroy() : response.end();
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const { before, word: event, after } = protocol.stream(chatRequest, output);
  response.write(before.join(''));
  const words = typeof output === 'string' ? piecesOf(output, manner) : [];
  onFirstWord();
  for (const word of manner.cut ? words.slice(0, Math.ceil(words.length / 2)) : words) {
    if (response.destroyed) return undefined;
    response.write(event(word));
    if (manner.drip) await pause(DRIP_MS);
    if (manner.words) await pause(WORD_MS);
  }
  if (manner.stall) return undefined;
  if (manner.cut) {
    // The text is sent before the connection closes.
    await pause(100);
    return response.destroy();
  }
  return response.end(after.join(''));
}

function piecesOf(says: string, { drip, words }: Manner): string[] {
  if (words) return says.split(/(?<= )/);
  return pieces(says, drip ? 1 : Math.max(16, says.length / 50));
}

const pieces = (text: string, size: number): string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, n) => text.slice(n * size, (n + 1) * size));
