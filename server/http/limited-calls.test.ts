import { expect, test } from 'vitest';
import { assistant } from '../../contract/calls/assistant.ts';
import { checks } from '../../contract/calls/checks.ts';
import { documentBatches } from '../../contract/calls/document-batches.ts';
import { documents } from '../../contract/calls/documents.ts';
import type { Endpoint } from '../../contract/calls/endpoint.ts';
import { objects } from '../../contract/calls/objects.ts';
import { servers } from '../../contract/calls/servers.ts';
import { system } from '../../contract/calls/system.ts';
import { team } from '../../contract/calls/team.ts';
import { writing } from '../../contract/calls/writing.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp } from '../../test/app.ts';
import { aDocument } from '../../test/factories.ts';

const at = withApp();

const article = { title: 'Printers', content: 'Restart the print spooler.', category: 'it-support' };
const guest = { email: 'gil@example.com', firstName: 'Gil', lastName: 'Ost', role: 'Manager' };
const calls: [Endpoint, object?][] = [
  [assistant.ask, { query: 'printers' }],
  [assistant.askStream, { query: 'printers' }],
  [writing.enhanceField, { fieldType: 'title', content: 'printers' }],
  [writing.enhanceContent, article],
  [writing.preview, { content: article.content, images: [] }],
  [checks.run],
  [checks.runAll],
  [objects.requestUpload],
  [documents.remove],
  [documentBatches.bulk, { ids: [], action: 'delete' }],
  [team.invite, guest],
  [system.testMail],
];

test.each(calls.map(([endpoint, payload]) => [endpoint.path, endpoint, payload] as const))(
  'AUTH-22 threat 86 %s is refused to an account that called it too often',
  async (_, { method, path }, payload) => {
    const { pool, db } = at.current.database;
    const ann = await at.current.signedIn({ role: 'admin' });
    const check = { kind: 'tcp', target: '192.0.2.1:9' } as const;
    const server = await ann.call(servers.create, { body: { name: 'web-01', check } });
    const call = async () => {
      const id = path.includes('servers') ? server.id : await aDocument(db, ann.user);
      const body = payload && 'ids' in payload ? { ...payload, ids: [id] } : payload;
      return ann.send({ method, url: path.replace(':id', id), ...(body && { payload: body }) });
    };
    expect((await call()).statusCode).toBeLessThan(300);
    await pool.query('update rate_limits set count = 1000000');
    expectRefusal(await call(), 429, 'too_many_requests');
    await pool.query('delete from rate_limits');
  },
);
