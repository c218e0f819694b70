import { expect, test } from 'vitest';
import { withApp } from '../../test/app.ts';

const at = withApp();

test.each([
  'package.json',
  'index.html',
  'swagger-ui.js',
  'swagger-ui-bundle.js.map',
  '',
  '../package.json',
  '..%2fpackage.json',
  '%2e%2e/swagger-ui-dist/package.json',
  'swagger-ui.css/../package.json',
])('API-03 serves only files of the page: %s', async (file) => {
  const answer = await at.current.anonymous.send({ url: `/api/docs/assets/${file}` });
  expect([404, 403]).toContain(answer.statusCode);
  expect(answer.body).not.toContain('swagger');
});

test('API-03 the content policy limits the page to scripts from files', async () => {
  const { headers } = await at.current.anonymous.send({ url: '/api/docs' });
  expect(headers['content-security-policy']).toMatch(/script-src 'self'(;|$)/);
});
