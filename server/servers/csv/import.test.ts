import { expect, test } from 'vitest';
import { servers } from '../../../contract/servers.ts';
import { withApp } from '../../../test/app.ts';
import type { Client } from '../../../test/app.ts';

const at = withApp();
const upload = (client: Client, text: string) =>
  client.call(servers.import, { file: new File([text], 'servers.csv'), query: {} });
const find = (client: Client, q: string) => client.call(servers.list, { query: { q } });

test('INFRA-13 of a new server with a check, a file says only whether it is in maintenance', async () => {
  const ann = await at.current.signedIn();
  const rows = ['offline', 'online', 'maintenance', ''].map(
    (status, n) => `new-${n},${status},tcp,10.0.0.1:22`,
  );
  await upload(ann, `name,status,checkKind,checkTarget\n${rows.join('\n')}\nnew-4,offline,,\n`);
  const made = (await find(ann, 'new-')).map(({ name, status }) => [name, status]);
  expect(Object.fromEntries(made)).toEqual({
    'new-0': 'unknown',
    'new-1': 'unknown',
    'new-2': 'maintenance',
    'new-3': 'unknown',
    'new-4': 'offline',
  });
});
