import { expect, test } from 'vitest';
import { SCOPES } from '../contract/calls/endpoint.ts';
import { everyEndpoint } from '../contract/calls/api.ts';
import { withApp } from './app.ts';
import { type Route, watchRoutes } from './registered-routes.ts';

const routes = watchRoutes();
withApp();

/** Routes of files and of another protocol, not calls: the page that documents the API, SCIM, and the built screens. */
const FILES = /^\/api\/docs\/(start\.js|assets\/)|^\/scim\/v2\/|^\/(\*|$)/;

const nameOf = ({ method, url }: Pick<Route, 'method' | 'url'>) => `${method} ${url}`;
const promised = everyEndpoint().map(({ method, path }) => nameOf({ method, url: path }));

// Fastify adds HEAD to each GET, with the same guard.
const calls = () => routes.filter(({ method, url }) => method !== 'HEAD' && !FILES.test(url));

test('API-01 every call of the contract is mounted exactly once, and there is no other', () => {
  expect(promised.length).toBeGreaterThan(30);
  expect(new Set(promised).size).toBe(promised.length);
  expect(calls().map(nameOf).toSorted()).toEqual(promised.toSorted());
});

test('threat 45 every route carries the endpoint that defines its scope', () => {
  for (const route of calls()) {
    expect(route.endpoint).toMatchObject({ method: route.method, path: route.url });
    expect(SCOPES).toContain(route.endpoint?.scope);
  }
  const heads = routes.filter(({ method, url }) => method === 'HEAD' && !FILES.test(url));
  expect(heads.every(({ url, endpoint }) => endpoint?.path === url)).toBe(true);
});
