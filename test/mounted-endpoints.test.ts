import diagnostics from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { expect, test } from 'vitest';
import { everyEndpoint } from '../contract/api.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { withApp } from './app.ts';

type Route = { method: string; url: string; endpoint: Endpoint | undefined };

const routes: Route[] = [];
// Fastify tells of each new server here, before it has routes.
diagnostics.subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ method, url, config }: RouteOptions) => {
    for (const one of [method].flat()) routes.push({ method: one, url, endpoint: config?.endpoint });
  });
});
withApp();

/** Files, which are no calls: the parts of the page that browses the API, and the built screens. */
const FILES = /^\/api\/docs\/(start\.js|assets\/)|^\/(\*|$)/;

const nameOf = ({ method, url }: Pick<Route, 'method' | 'url'>) => `${method} ${url}`;
const promised = everyEndpoint().map(({ method, path }) => nameOf({ method, url: path }));

// HEAD comes with each GET by itself, with the same guard.
const calls = () => routes.filter(({ method, url }) => method !== 'HEAD' && !FILES.test(url));

test('API-01 every call of the contract is mounted exactly once, and there is no other', () => {
  expect(promised.length).toBeGreaterThan(30);
  expect(new Set(promised).size).toBe(promised.length);
  expect(calls().map(nameOf).toSorted()).toEqual(promised.toSorted());
});

test('threat 45 every route carries the endpoint that its scope is read from', () => {
  for (const route of calls()) {
    expect(route.endpoint).toMatchObject({ method: route.method, path: route.url });
    expect(['public', 'user', 'admin']).toContain(route.endpoint?.scope);
  }
  const heads = routes.filter(({ method, url }) => method === 'HEAD' && !FILES.test(url));
  expect(heads.every(({ url, endpoint }) => endpoint?.path === url)).toBe(true);
});
