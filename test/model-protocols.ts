import type { IncomingHttpHeaders } from 'node:http';

/** A request in the format of OpenAI. Requests of other protocols are converted to it. */
export type ChatRequest = {
  model: string;
  stream?: boolean;
  messages: { role: string; content: unknown; tool_call_id?: string }[];
  tools?: { function: { name: string } }[];
  response_format?: unknown;
};

/** A text, or a call of a tool with its input. */
export type Say = string | { tool: string; input: unknown };

/** A streamed reply: what precedes the words, one word, and what follows them. */
type Stream = { before: string[]; word: (word: string) => string; after: string[] };

/** The requests and replies of a provider. */
export type Protocol = {
  provider: 'openai-compatible' | 'anthropic' | 'azure';
  path: string;
  isAllowed: (headers: IncomingHttpHeaders, key: string) => boolean;
  /** Returns undefined if the provider rejects the request. */
  read: (body: Record<string, unknown>) => ChatRequest | undefined;
  error: (message: string) => object;
  whole: (request: ChatRequest, output: Say) => object;
  stream: (request: ChatRequest, output: Say) => Stream;
};

const data = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;
const named = (value: { type: string }): string => `event: ${value.type}\n${data(value)}`;
let calls = 0;

/** Chat completions, which most self-hosted servers support. */
export const chatCompletions: Protocol = {
  provider: 'openai-compatible',
  path: '/v1/chat/completions',
  isAllowed: (headers, key) => headers.authorization === `Bearer ${key}`,
  read: (body) => (Array.isArray(body['messages']) ? (body as ChatRequest) : undefined),
  error: (message) => ({ error: { message, type: 'scripted', code: null } }),
  whole: ({ model }, output) => ({
    ...chat(model),
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', ...chatPart(output) },
        finish_reason: typeof output === 'string' ? 'stop' : 'tool_calls',
      },
    ],
    usage: CHAT_USAGE,
  }),
  stream({ model }, output) {
    const about = { ...chat(model), object: 'chat.completion.chunk' };
    const event = (delta: object, finish_reason: string | null = null) =>
      data({ ...about, choices: [{ index: 0, delta, finish_reason }] });
    const isText = typeof output === 'string';
    return {
      before: [event({ role: 'assistant', content: '' }), ...(isText ? [] : [event(chatPart(output))])],
      word: (content) => event({ content }),
      after: [
        event({}, isText ? 'stop' : 'tool_calls'),
        data({ ...about, choices: [], usage: CHAT_USAGE }),
        'data: [DONE]\n\n',
      ],
    };
  },
};

const CHAT_USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
const chat = (model: string) => ({ id: 'chat-1', created: 1, model });
const chatPart = (output: Say) =>
  typeof output === 'string'
    ? { content: output }
    : {
        content: null,
        tool_calls: [
          {
            index: 0,
            id: `call_${++calls}`,
            type: 'function',
            function: { name: output.tool, arguments: JSON.stringify(output.input) },
          },
        ],
      };

/** Anthropic's Messages. Newer models take a schema for the output. Older ones take it as the input of a tool. */
export const messages: Protocol = {
  provider: 'anthropic',
  path: '/v1/messages',
  isAllowed: (headers, key) => headers['x-api-key'] === key && headers['anthropic-version'] === '2023-06-01',
  read(body) {
    const request = body as ChatRequest & {
      system?: unknown;
      max_tokens?: number;
      output_config?: { format?: object };
    };
    const tools = (body['tools'] ?? []) as { name: string }[];
    if (!request.max_tokens || request.messages[0]?.role !== 'user') return undefined;
    return {
      ...request,
      messages: [
        { role: 'system', content: request.system },
        ...request.messages.map((message) =>
          JSON.stringify(message.content).includes('"tool_result"') ? { ...message, role: 'tool' } : message,
        ),
      ],
      tools: tools.map(({ name }) => ({ function: { name } })),
      response_format: tools.some(({ name }) => name === 'json')
        ? { type: 'json_schema', isTool: true }
        : request.output_config?.format,
    };
  },
  error: (message) => ({ type: 'error', error: { type: 'api_error', message } }),
  whole: (request, output) => ({
    ...message(request),
    content: output === '' ? [] : [block(request, output)],
    stop_reason: stopReason(request, output),
  }),
  stream(request, output) {
    const outputItem = block(request, output);
    const isText = outputItem.type === 'text';
    const delta = (change: object) =>
      named({ type: 'content_block_delta', index: 0, delta: change } as { type: string });
    const start = (content_block: object) =>
      named({ type: 'content_block_start', index: 0, content_block } as { type: string });
    return {
      before: [
        named({ type: 'message_start', message: { ...message(request), content: [] } } as { type: string }),
        start(isText ? { type: 'text', text: '' } : { ...outputItem, input: {} }),
        named({ type: 'ping' }),
        ...(isText
          ? []
          : [delta({ type: 'input_json_delta', partial_json: JSON.stringify(outputItem.input) })]),
      ],
      word: (text) => (isText ? delta({ type: 'text_delta', text }) : ''),
      after: [
        named({ type: 'content_block_stop', index: 0 } as { type: string }),
        named({
          type: 'message_delta',
          delta: { stop_reason: stopReason(request, output), stop_sequence: null },
          usage: { output_tokens: 1 },
        } as { type: string }),
        named({ type: 'message_stop' }),
      ],
    };
  },
};

const message = ({ model }: ChatRequest) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model,
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
});
type Block = { type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; input: unknown };
const stopReason = (request: ChatRequest, output: Say) =>
  block(request, output).type === 'text' ? 'end_turn' : 'tool_use';

function block(request: ChatRequest, output: Say): Block {
  if (typeof output !== 'string')
    return { type: 'tool_use', id: `toolu_${++calls}`, name: output.tool, input: output.input };
  const { isTool } = (request.response_format ?? {}) as { isTool?: boolean };
  if (!isTool || output === '') return { type: 'text', text: output };
  return { type: 'tool_use', id: `toolu_${++calls}`, name: 'json', input: parsed(output) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A model that must fill in a form and writes text instead leaves the form empty.
    return {};
  }
}

/** Responses, with the address and the key header of Azure. */
export const responses: Protocol = {
  provider: 'azure',
  path: '/v1/responses',
  isAllowed: (headers, key) => headers['api-key'] === key && headers.authorization === undefined,
  read(body) {
    const request = body as {
      model: string;
      stream?: boolean;
      input?: (ChatRequest['messages'][number] & { type?: string })[];
      text?: { format?: unknown };
      tools?: { name: string }[];
    };
    if (!Array.isArray(request.input)) return undefined;
    return {
      model: request.model,
      stream: request.stream ?? false,
      messages: request.input.map((item) =>
        item.type === 'function_call_output' ? { ...item, role: 'tool' } : item,
      ),
      tools: (request.tools ?? []).map(({ name }) => ({ function: { name } })),
      response_format: request.text?.format,
    };
  },
  error: (text) => ({ error: { message: text, type: 'scripted', code: 'scripted' } }),
  whole: (request, output) => ({ ...response(request), status: 'completed', output: [item(output)] }),
  stream(request, output) {
    const said = item(output);
    const place = { item_id: said.id, output_index: 0 };
    const event = (type: string, more: object) => named({ type, ...more });
    const begun = typeof output === 'string' ? { ...said, content: [] } : { ...said, arguments: '' };
    return {
      before: [
        event('response.created', { response: { ...response(request), status: 'in_progress', output: [] } }),
        event('response.output_item.added', { output_index: 0, item: begun }),
      ],
      word: (delta) => event('response.output_text.delta', { ...place, content_index: 0, delta }),
      after: [
        event('response.output_item.done', { output_index: 0, item: said }),
        event('response.completed', {
          response: { ...response(request), status: 'completed', output: [said] },
        }),
      ],
    };
  },
};

const response = ({ model }: ChatRequest) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  model,
  usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
});

const item = (output: Say) =>
  typeof output === 'string'
    ? {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: output, annotations: [] }],
      }
    : {
        type: 'function_call',
        id: `fc_${++calls}`,
        call_id: `call_${calls}`,
        name: output.tool,
        arguments: JSON.stringify(output.input),
        status: 'completed',
      };
