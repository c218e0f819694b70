import { afterEach, describe, expect, test, vi } from 'vitest';
import { paths } from '../paths.ts';
import {
  actionOf,
  clearedMessages,
  historyOf,
  keepMessages,
  message,
  previousInteraction,
  restoreMessages,
} from './conversation.ts';

const FOUR = [
  'Show all servers',
  'View recent documentation',
  'Check server status',
  'Browse knowledge base',
];

function storageWith(text?: string) {
  const kept = new Map(text === undefined ? [] : [['ai-chat-messages', text]]);
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const firstMessages = () => restoreMessages(() => storageWith());

afterEach(() => vi.restoreAllMocks());

describe('AI-04 the conversation of a browser session', () => {
  test('AI-04 begins with a welcome and four suggestions', () => {
    const logged = vi.spyOn(console, 'warn').mockReturnValue();
    expect(restoreMessages(() => storageWith())).toMatchObject([
      { id: 'welcome', type: 'assistant', suggestedActions: FOUR },
    ]);
    expect(logged).not.toHaveBeenCalled();
  });

  test.each(['', 'no json', '[]', '{}', '[1]', '[{"id":"x"}]', 'null'])(
    'AI-04 storage that contains %j falls back to the welcome and is logged',
    (text) => {
      const logged = vi.spyOn(console, 'warn').mockReturnValue();
      expect(restoreMessages(() => storageWith(text))[0]?.id).toBe('welcome');
      expect(logged).toHaveBeenCalledOnce();
    },
  );

  test('AI-04 is stored under ai-chat-messages, without an unfinished reply; a cleared one leaves nothing', () => {
    const storage = storageWith();
    const messages = [
      ...firstMessages(),
      message('user', 'Hello'),
      { ...message('assistant', ''), isStreaming: true },
    ];
    keepMessages(messages, () => storage);
    expect([...storage.kept.keys()]).toEqual(['ai-chat-messages']);
    expect(restoreMessages(() => storage).map(({ content }) => content)).toEqual([
      messages[0]?.content,
      'Hello',
    ]);
    keepMessages(clearedMessages(), () => storage);
    expect(storage.kept.size).toBe(0);
    const refusing = {
      ...storage,
      setItem: () => {
        throw new Error('full');
      },
    };
    expect(() => keepMessages(messages, () => refusing)).not.toThrow();
  });

  test('AI-04 AI-10 AI-11 keeps the details below a reply, and drops those of another version', () => {
    const storage = storageWith();
    const where = [[{ kind: 'is' as const, field: 'status' as const, values: ['offline'] }]];
    const understood = {
      query: { from: 'servers' as const, where, ask: { kind: 'count' as const } },
      parts: [],
      filter: 'status:offline',
      unread: ['teal'],
    };
    const under = {
      outcome: 'query' as const,
      interactionId: 'i-1',
      understood,
      earlierUnderstood: [understood],
      sources: [{ kind: 'server' as const, title: 'a', url: '/infrastructure/1', verified: true }],
    };
    keepMessages([{ ...message('assistant', 'One.'), ...under }], () => storage);
    expect(restoreMessages(() => storage)).toMatchObject([{ content: 'One.', ...under }]);
    const old = { ...message('assistant', 'Two.'), outcome: 'guess', understood: 7, sources: [1] };
    expect(restoreMessages(() => storageWith(JSON.stringify([old])))).toMatchObject([
      { content: 'Two.', outcome: undefined, understood: undefined, sources: undefined },
    ]);
  });

  test('AI-10 a follow-up refers to the previous reply, unless that has no id', () => {
    const reply = { ...message('assistant', 'One.'), interactionId: 'i-1' };
    expect(previousInteraction([...firstMessages(), reply, message('user', 'and?')])).toBe('i-1');
    expect(previousInteraction([reply, message('assistant', 'Two.')])).toBeUndefined();
    expect(previousInteraction(firstMessages())).toBeUndefined();
  });

  test('AI-08 sends the last five messages, never the welcome', () => {
    const messages = Array.from({ length: 7 }, (_, index) =>
      message(index % 2 ? 'assistant' : 'user', `${index}`),
    );
    expect(historyOf([...firstMessages(), ...messages]).map(({ content }) => content)).toEqual([
      '2',
      '3',
      '4',
      '5',
      '6',
    ]);
    expect(historyOf([...firstMessages(), message('user', 'a')])).toEqual([{ type: 'user', content: 'a' }]);
    expect(historyOf([message('assistant', 'x'.repeat(30_000))])[0]?.content).toHaveLength(20_000);
  });
});

describe('AI-07 actions of a suggestion', () => {
  test.each([
    ['View all servers', paths.infrastructure],
    ['Show all servers', paths.infrastructure],
    ['Browse knowledge base', paths.knowledgeBase],
    ['View recent documentation', paths.knowledgeBase],
    ['Search documentation', paths.knowledgeBase],
    ['View infrastructure overview', '/dashboard'],
  ])('AI-07 %s opens %s', (text, to) => {
    expect(actionOf(text)).toEqual({ does: 'go', to });
  });

  test.each([
    'Show Auburn servers',
    'List all POS servers',
    'Check server status',
    'Show network topology',
    'List all server IPs',
    'View location details',
    'View POS documentation',
    'View recent issues',
    'Check system logs',
    'Contact support team',
  ])('AI-07 %s is sent', (text) => {
    expect(actionOf(text)).toEqual({ does: 'ask' });
  });

  test('AI-07 a different question does nothing, other text fills the input', () => {
    expect(actionOf('Ask another question')).toEqual({ does: 'nothing' });
    for (const text of ['Restart web-01', 'constructor', ''])
      expect(actionOf(text)).toEqual({ does: 'fill' });
  });

  test.each([
    '/api/logout',
    '/admin/users',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '<b>View all servers</b>',
  ])('AI-07 threat 63 a suggestion that says %s leads nowhere', (text) => {
    expect(actionOf(text)).toEqual({ does: 'fill' });
  });
});
