import { describe, expect, test } from 'vitest';
import { withApp } from '../test/app.ts';
import { PASSWORD } from '../test/factories.ts';
import { createLog } from './log.ts';

const at = withApp({ settings: { METRICS_TOKEN: 'metrics-token-of-ours' } });

describe('OPS-03 threat 92 logs of calls', () => {
  test('method, path and status, one JSON line each, and never a secret', async () => {
    const ann = await at.current.signedIn({ email: 'ann.smith@example.com' });
    const { send } = ann;
    const secrets = [
      PASSWORD,
      ann.cookie.slice('sid='.length),
      'metrics-token-of-ours',
      'sUpPer',
      'hush-hush',
    ];
    await send({ url: '/register?setup=hush-hush&q=sUpPer' });
    await send({ url: '/api/documents?q=hush-hush' });
    await send({ url: '/api/documents/%?token=hush-hush' });
    await send({ url: '/metrics', headers: { authorization: 'Bearer metrics-token-of-ours' } });
    await send({ url: '/metrics', headers: { authorization: 'Bearer hush-hush' } });
    // Sent without the cookie, because a sign-in ends the session of the request.
    const { send: sendOut } = at.current.anonymous;
    const login = { method: 'POST', url: '/api/auth/login' } as const;
    await sendOut({ ...login, payload: { email: 'ann.smith@example.com', password: PASSWORD } });
    await sendOut({ ...login, payload: { email: 'ann.smith@example.com', password: `${PASSWORD}sUpPer` } });
    await send({
      ...login,
      headers: { 'content-type': 'application/json' },
      payload: `{"password":"hush-hush"`,
    });
    const register = { setup: 'hush-hush', email: 'b@example.com', firstName: 'B', lastName: 'B' };
    const passwords = { password: PASSWORD, confirmPassword: PASSWORD };
    await send({ method: 'POST', url: '/api/auth/register', payload: { ...register, ...passwords } });
    await at.current.database.pool.query('alter table documents rename to away');
    const payload = { title: 'hush-hush', content: 'sUpPer' };
    const failed = await send({ method: 'POST', url: '/api/documents?x=hush-hush', payload });
    await at.current.database.pool.query('alter table away rename to documents');
    expect(failed.statusCode).toBe(500);

    const log = at.current.logLines.join('');
    for (const secret of secrets) expect(log).not.toContain(secret);
    expect(log).not.toContain('ann.smith@example.com');
    expect(at.current.logLines.length).toBeGreaterThanOrEqual(10);
    const lines = at.current.logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toContainEqual(
      expect.objectContaining({ method: 'POST', path: '/api/auth/login', status: 200, msg: 'answered' }),
    );
    expect(lines.filter(({ level }) => level === 50)).toHaveLength(1);
  });

  test('a refused call logs account and address; no other call logs an address', async () => {
    const ann = await at.current.signedIn();
    const before = at.current.logLines.length;
    const remoteAddress = '203.0.113.9';
    await ann.send({ url: '/api/auth/user', remoteAddress });
    await ann.send({ url: '/api/admin/audit', remoteAddress });
    await at.current.anonymous.send({ url: '/api/documents', remoteAddress });
    await at.current.anonymous.send({
      method: 'POST',
      url: '/api/auth/login',
      headers: { origin: 'https://evil.example' },
      remoteAddress,
      payload: {},
    });
    const lines = at.current.logLines.slice(before).map((line) => JSON.parse(line) as object);
    const user = ann.user.id;
    expect(lines).toEqual([
      expect.not.objectContaining({ address: remoteAddress }),
      expect.objectContaining({ status: 403, path: '/api/admin/audit', user, address: remoteAddress }),
      expect.objectContaining({ status: 401, path: '/api/documents', address: remoteAddress }),
      expect.objectContaining({ status: 403, path: '/api/auth/login', address: remoteAddress }),
    ]);
    expect(lines[0]).toMatchObject({ status: 200, user });
  });

  test('a line has its time in UTC', async () => {
    const begun = Date.now();
    await at.current.anonymous.send({ url: '/healthz' });
    const { time } = JSON.parse(at.current.logLines.at(-1) ?? '') as { time: string };
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(Date.parse(time)).toBeGreaterThanOrEqual(begun);
  });

  test('a line break in an address does not break the log line', async () => {
    const before = at.current.logLines.length;
    await at.current.anonymous.send({ url: '/a%0A%7B%22level%22:60%7D' });
    await at.current.anonymous.send({ url: '/b', headers: { 'user-agent': 'x\tFAKE' } });
    const lines = at.current.logLines.slice(before);
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line.trimEnd()).not.toContain('\n');
  });

  test('F1 a line holds no character that a terminal obeys or that ends a line for some reader', () => {
    const text = 'a\u001b[2Jb\u009b2Jc\u2028d\u2029e\u0085f\u202eg\u0007\u007f\r\nh';
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    log.info({ path: text, err: new Error(text) }, text);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^[\x20-\x7e]+\n$/);
    const { msg, path, err } = JSON.parse(lines[0] ?? '') as { msg: string; path: string; err: Error };
    expect([msg, path, err.message]).toEqual([text, text, text]);
  });
});

describe('OPS-03 threat 92 logs of failures', () => {
  test('a failed query without its parameters, with its cause', () => {
    const cause = Object.assign(new Error('relation "x" does not exist'), { code: '42P01' });
    const error = Object.assign(new Error('Failed query: select $1\nparams: hush-hush', { cause }), {
      name: 'DrizzleQueryError',
    });
    let text = '';
    createLog('info', { write: (line) => void (text += line) }).error({ err: error }, 'failed');
    expect(text).toContain('Failed query: select $1');
    expect(text).toContain('42P01');
    expect(text).not.toContain('hush-hush');
  });

  test('values with names of secrets are left out, two levels deep', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    log.info({ password: 'hush', body: { token: 'hush', deep: { setup: 'hush' } } }, 'said');
    log.info({ headers: { cookie: 'hush', authorization: 'hush' }, currentPassword: 'hush' }, 'said');
    log.info({ newPassword: 'hush', confirmPassword: 'hush' }, 'said');
    log.debug({ a: 1 }, 'too quiet');
    expect(lines).toHaveLength(3);
    expect(lines.join('')).not.toContain('hush');
    expect(lines.join('')).toContain('…');
  });
});
