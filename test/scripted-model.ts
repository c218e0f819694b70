import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the model was asked, as the protocol has it. */
export type ChatRequest = {
  model: string;
  stream?: boolean;
  messages: { role: string; content: unknown; tool_call_id?: string }[];
  tools?: { function: { name: string } }[];
  response_format?: unknown;
};

/** A text, or a tool to be called with its input. */
export type Say = string | { tool: string; input: unknown };

/**
 * How it answers: what it was told to say; that after a second (slow) or letter by letter (drip); never (hang); no JSON
 * (garbage); JSON of another shape (nonsense); half of it, then the line goes dead (cut); nothing in it (empty); 429 or 500;
 * ten megabytes (huge); the first tool it is offered, again and again (tool-loop); a tool nobody offered (unknown-tool).
 */
export type Behaviour = // prettier-ignore
  | 'answer' | 'slow' | 'drip' | 'hang' | 'garbage' | 'nonsense' | 'cut' | 'empty'
  | 'rate-limited' | 'broken' | 'huge' | 'tool-loop' | 'unknown-tool';

export type ScriptedModel = {
  /** Settings of the product with this model. */
  settings: Record<string, string>;
  url: string;
  /** All it was asked so far, oldest first. */
  requests: ChatRequest[];
  /** Requests whose asker went away before the end. */
  aborted(): number;
  /** Answers that are still on their way. */
  open(): number;
  behave(behaviour: Behaviour): void;
  /** What it says next, one a request; the last is said again and again. A function reads the request. */
  say(...answers: (Say | ((request: ChatRequest) => Say))[]): void;
  stop(): Promise<void>;
};

const SLOW_MS = 1_000;
const DRIP_MS = 20;
const HUGE = 10 * 1024 * 1024;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A language model over a socket, as the protocol of OpenAI has it, that says and does what a test tells it to. */
export async function startScriptedModel(): Promise<ScriptedModel> {
  let behaviour: Behaviour = 'answer';
  let script: (Say | ((request: ChatRequest) => Say))[] = ['Hello.'];
  let aborted = 0;
  const requests: ChatRequest[] = [];
  const open = new Set<ServerResponse>();

  const server = createServer((request, response) => {
    open.add(response);
    response.on('close', () => {
      open.delete(response);
      if (!response.writableFinished) aborted += 1;
    });
    void bodyOf(request).then(async (asked) => {
      if (request.url !== '/v1/chat/completions' || !asked) return response.writeHead(404).end();
      requests.push(asked);
      const next = script.length > 1 ? script.shift() : script[0];
      const says = typeof next === 'function' ? next(asked) : (next ?? '');
      return answer(asked, response, behaviour, says);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    settings: {
      AI_PROVIDER: 'openai-compatible',
      AI_BASE_URL: url,
      AI_API_KEY: 'sk-scripted-0123456789abcdef',
      AI_MODEL: 'scripted',
    },
    url,
    requests,
    aborted: () => aborted,
    open: () => open.size,
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

async function bodyOf(request: IncomingMessage): Promise<ChatRequest | undefined> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  return text === '' ? undefined : (JSON.parse(text) as ChatRequest);
}

async function answer(asked: ChatRequest, response: ServerResponse, behaviour: Behaviour, says: Say) {
  const error = (status: number, message: string, headers = {}) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ error: { message, type: 'scripted', code: null } }));
  const firstTool = asked.tools?.[0]?.function.name;
  switch (behaviour) {
    case 'hang':
      return undefined;
    case 'rate-limited':
      return error(429, 'Too many requests with sk-scripted-0123456789abcdef', { 'retry-after': '1' });
    case 'broken':
      return error(500, 'Internal error with sk-scripted-0123456789abcdef');
    case 'garbage':
      return response.writeHead(200, { 'content-type': 'application/json' }).end('<html>not a model</html>');
    case 'nonsense':
      return speak(asked, response, '{"nothing":["of","this"],"was":"asked"}');
    case 'empty':
      return speak(asked, response, '');
    case 'huge':
      return speak(asked, response, 'x'.repeat(HUGE));
    case 'cut':
      return speak(asked, response, says, { cut: true });
    case 'tool-loop':
      return speak(asked, response, firstTool ? { tool: firstTool, input: {} } : says);
    case 'unknown-tool':
      return speak(asked, response, { tool: 'delete_everything', input: {} });
    case 'drip':
      return speak(asked, response, says, { drip: true });
    case 'slow':
      await pause(SLOW_MS);
      return speak(asked, response, says);
    case 'answer':
      return speak(asked, response, says);
  }
}

type Manner = { drip?: boolean; cut?: boolean };

async function speak(asked: ChatRequest, response: ServerResponse, says: Say, manner: Manner = {}) {
  const isText = typeof says === 'string';
  const call = !isText && {
    id: `call_${Math.random().toString(36).slice(2)}`,
    type: 'function',
    function: { name: says.tool, arguments: JSON.stringify(says.input) },
  };
  const finish = isText ? 'stop' : 'tool_calls';
  const about = { id: 'chat-1', created: 1, model: asked.model };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  if (!asked.stream) {
    const message = { role: 'assistant', content: isText ? says : null, ...(call && { tool_calls: [call] }) };
    const text = JSON.stringify({
      ...about,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: finish }],
      usage,
    });
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
  const event = (delta: object, finish_reason: string | null = null) =>
    response.write(
      `data: ${JSON.stringify({ ...about, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
    );
  event({ role: 'assistant', content: '' });
  if (call) event({ tool_calls: [{ index: 0, ...call }] });
  const words = isText ? pieces(says, manner.drip ? 1 : Math.max(16, says.length / 50)) : [];
  for (const word of manner.cut ? words.slice(0, Math.ceil(words.length / 2)) : words) {
    if (response.destroyed) return undefined;
    event({ content: word });
    if (manner.drip) await pause(DRIP_MS);
  }
  if (manner.cut) {
    // What was said is on its way before the line goes dead.
    await pause(100);
    return response.destroy();
  }
  event({}, finish);
  response.write(
    `data: ${JSON.stringify({ ...about, object: 'chat.completion.chunk', choices: [], usage })}\n\n`,
  );
  return response.end('data: [DONE]\n\n');
}

const pieces = (text: string, size: number): string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, n) => text.slice(n * size, (n + 1) * size));
