import { randomUUID } from 'node:crypto';
import { channels } from '../../contract/calls/channels.ts';
import type { AlertMessage } from '../../contract/shared/alert-message.ts';
import type { Mount } from '../http/endpoint.ts';
import { refuse } from '../http/errors.ts';
import {
  createChannel,
  findChannel,
  listChannels,
  removeChannel,
  updateChannel,
  wrote,
  type Means,
} from './save.ts';
import { recipientsOf, send, type Ways } from './send.ts';
import { opened } from './settings.ts';

/** Addresses are looked up and receivers answer, which no request key waits for. */
const OUTSIDE = { transaction: 'write' } as const;

export function channelRoutes(mount: Mount, means: Means, ways: Ways) {
  mount(channels.list, ({ db }) => listChannels(db));
  mount(
    channels.create,
    ({ write, actor, body }) => write((tx) => createChannel(tx, actor, means, body)),
    OUTSIDE,
  );
  mount(
    channels.update,
    ({ write, actor, params: { id }, body }) =>
      write((tx) => updateChannel(tx, actor, means, { id, ...body })),
    OUTSIDE,
  );
  mount(channels.remove, ({ db, actor, params }) => removeChannel(db, actor, params.id));
  mount(
    channels.test,
    async ({ db, write, actor, params: { id } }) => {
      const channel = await findChannel(db, id);
      const { kind } = channel;
      if (kind === 'in-product' || kind === 'duty')
        return refuse(409, 'nothing_to_test', 'This channel has no receiver of its own.');
      const settings = opened(means.keys, channel);
      const message = testMessage(ways.publicUrl, actor.name);
      const sending = { id: randomUUID(), kind, settings, message, to: recipientsOf(settings) };
      const { status, text } = await send(sending, ways);
      return write(async (tx) => {
        await wrote(tx, actor, id, { action: 'channel.test', after: { name: channel.name, status } });
        return { status, body: text };
      });
    },
    OUTSIDE,
  );
}

function testMessage(publicUrl: string, by: string): AlertMessage {
  const now = new Date().toISOString();
  const summary = `This is a test of Ops Hub by ${by}. Nothing is wrong.`;
  return {
    event: 'firing',
    kind: 'external',
    severity: 'info',
    summary,
    text: '',
    server: null,
    subject: 'Test',
    since: now,
    behind: { count: 0, names: [] },
    owner: null,
    runbooks: [],
    url: publicUrl,
    acknowledgeUrl: null,
    group: 'test',
    alerts: [
      {
        fingerprint: 'test',
        labels: { alertname: 'Test', severity: 'info' },
        annotations: { summary, description: '', runbook_url: '' },
        startsAt: now,
        endsAt: null,
        generatorURL: publicUrl,
      },
    ],
  };
}
