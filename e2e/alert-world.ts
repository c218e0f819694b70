import type { Hub } from './hub.ts';
import { send } from './signed-in.ts';

type Made = { id: string };

/** A call of the product with the body of the response. */
const made = async (response: Promise<Response>) => (await (await response).json()) as Made;

/** A server whose check fails at once: nothing listens on this port of the machine. */
const FAILING = { kind: 'tcp', target: '127.0.0.1:1', intervalSeconds: 86_400, retries: 1 };

/** Servers that have a check, and the outages that it finds. */
export function alertWorld(hub: Hub, cookie: string) {
  const server = (name: string, fields: object = {}) =>
    made(send(hub, cookie, '/api/servers', { name, check: FAILING, ...fields }));
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(hub.url + path, {
      method,
      headers: { cookie: `sid=${cookie}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (response.status === 204 ? undefined : await response.json()) as unknown;
  };
  const check = (id: string) => call('POST', `/api/servers/${id}/check`, {});
  return {
    call,
    server,
    check,
    /** `id` needs one of the others. */
    needs: (id: string, others: string[]) => call('PUT', `/api/servers/${id}/needs`, { groups: [others] }),
    /** An outage of a server, with servers behind it that fail too. */
    async outage(name: string, children: string[] = []) {
      const parent = await server(name);
      const behind = [];
      for (const child of children) behind.push(await server(child));
      for (const { id } of behind) await call('PUT', `/api/servers/${id}/needs`, { groups: [[parent.id]] });
      for (const { id } of [parent, ...behind]) await check(id);
      return parent.id;
    },
  };
}
