import { expect, test } from 'vitest';
import { alerts } from '../../contract/calls/alerts.ts';
import { withApp } from '../../test/app.ts';
import { alerts as alertRows } from '../db/schema.ts';
import { alertAddresses } from './compose.ts';

const at = withApp();
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

async function anAlert(text = 'No answer') {
  const { database, config } = at.current;
  const [row] = await database.db
    .insert(alertRows)
    .values({
      fingerprint: crypto.randomUUID(),
      kind: 'down',
      severity: 'critical',
      state: 'firing',
      subject: 'host-7',
      text,
      labels: {},
      startedAt: new Date(),
      progress: {},
    })
    .returning();
  const id = row?.id ?? '';
  const url = `/alerts/${id}/acknowledge/${alertAddresses(config).tokenOf(id)}`;
  const open = (method: 'GET' | 'HEAD' = 'GET') => at.current.anonymous.send({ method, url });
  const press = (fields: Record<string, string>, headers = {}) =>
    at.current.anonymous.send({
      method: 'POST',
      url,
      payload: new URLSearchParams(fields).toString(),
      headers: { ...FORM, ...headers },
    });
  const takenBy = async () => {
    const ann = await at.current.signedIn();
    return (await ann.call(alerts.find, { params: { id } })).acknowledgedBy;
  };
  return { id, url, open, press, takenBy };
}

test('ALERT-49 opening the address of a message takes nothing; its button does, once', async () => {
  const { open, press, takenBy, id } = await anAlert();
  const page = await open();
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers['content-security-policy']).toContain("script-src 'self'");
  expect(page.body).toContain('<form method="post">');
  await open('HEAD');
  expect(await takenBy()).toBeNull();
  expect(await press({ name: 'Ann Lee', note: 'On my way' })).toMatchObject({ statusCode: 302 });
  expect(await takenBy()).toBe('Ann Lee (by link)');
  const taken = await press({ name: 'Eve' });
  expect(taken.body).toContain('Ann Lee (by link) took this alert');
  expect(taken.body).not.toContain('<form');
  expect(await takenBy()).toBe('Ann Lee (by link)');
  const ann = await at.current.signedIn();
  const { timeline } = await ann.call(alerts.find, { params: { id } });
  expect(timeline).toMatchObject([
    { what: 'started', by: null },
    { what: 'acknowledged', by: 'Ann Lee (by link)', text: 'On my way' },
  ]);
});

test('ALERT-49 the button asks for a name and keeps what was entered', async () => {
  const { press, takenBy } = await anAlert();
  for (const name of ['', '  ', 'x'.repeat(101), 'a\0b']) {
    const page = await press({ name, note: 'Disk <b>full</b>' });
    expect(page.statusCode).toBe(400);
    expect(page.body).toContain('aria-invalid="true"');
    expect(page.body).toContain('Disk &lt;b&gt;full&lt;/b&gt;</textarea>');
  }
  expect(await takenBy()).toBeNull();
});

test('ALERT-49 another token, a foreign site, JSON and an alert that is over take nothing', async () => {
  const { id, url, open, press, takenBy } = await anAlert();
  const other = await anAlert();
  const { anonymous } = at.current;
  for (const wrong of [url.slice(0, -1), other.url.replace(other.id, id), `/alerts/x/acknowledge/y`]) {
    expect((await anonymous.send({ url: wrong })).statusCode).toBe(404);
    const pressed = await anonymous.send({ method: 'POST', url: wrong, payload: 'name=Eve', headers: FORM });
    expect(pressed.statusCode).toBe(404);
  }
  expect((await press({ name: 'Eve' }, { origin: 'https://evil.example' })).statusCode).toBe(403);
  const json = await anonymous.send({ method: 'POST', url, payload: { name: 'Eve' } });
  expect(json.statusCode).toBe(415);
  expect(await takenBy()).toBeNull();
  await at.current.database.pool.query('update alerts set resolved_at = now() where id = $1', [id]);
  expect((await press({ name: 'Ann' })).body).toContain('This alert ended at');
  expect((await open()).body).not.toContain('<form');
  expect(await takenBy()).toBeNull();
});

test('ALERT-49 text of a check is no markup, and the log has no token', async () => {
  const { open, url } = await anAlert('<script>alert(1)</script>');
  expect((await open()).body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  const lines = at.current.logLines.filter((line) => line.includes('/acknowledge/'));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join('')).not.toContain(url.split('/').at(-1));
});

test('ALERT-49 one address may press the button sixty times in ten minutes', async () => {
  const { press } = await anAlert();
  let page = await press({ name: '' });
  for (let n = 0; n < 90 && page.statusCode !== 429; n += 1)
    // oxlint-disable-next-line no-await-in-loop -- One after the other, so that the count is exact.
    page = await press({ name: '' });
  expect(page.statusCode).toBe(429);
  expect(page.body).toContain('<h1>Please wait</h1>');
});
