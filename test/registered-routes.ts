import diagnostics from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Endpoint } from '../contract/calls/endpoint.ts';

export type Route = { method: string; url: string; endpoint: Endpoint | undefined };

/** Returns every route, including HEAD, of each server that starts after this call. */
export function watchRoutes(): Route[] {
  const routes: Route[] = [];
  // Fastify publishes each new server here before it has routes.
  diagnostics.subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url, config }: RouteOptions) => {
      for (const one of [method].flat()) routes.push({ method: one, url, endpoint: config?.endpoint });
    });
  });
  return routes;
}
