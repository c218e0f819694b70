import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { boundConnections } from './open-connections.ts';

const MOST = 3;

async function withServer(TRUST_PROXY: string) {
  const app = Fastify();
  boundConnections(app, { TRUST_PROXY }, [MOST, 100, 100]);
  app.get('/', async () => 'served');
  await app.listen({ port: 0, host: '0.0.0.0' });
  const { port } = app.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });
  const open = async (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  /** Whether the server responds on this connection. */
  const isServed = (socket: Socket) =>
    new Promise<boolean>((resolve) => {
      socket.once('data', () => resolve(true));
      socket.once('close', () => resolve(false));
      if (socket.destroyed) resolve(false);
      socket.write('GET / HTTP/1.1\r\nHost: hub\r\n\r\n');
    });
  return { open, isServed };
}

test('F16 idle connections of one address leave room for others, and make room when they close', async () => {
  const { open, isServed } = await withServer('off');
  const idle: Socket[] = [];
  for (let n = 0; n < MOST; n += 1) idle.push(await open('127.0.0.1'));
  expect(await isServed(await open('127.0.0.1'))).toBe(false);
  expect(await isServed(await open('127.0.0.2'))).toBe(true);
  for (const socket of idle) socket.destroy();
  await vi.waitUntil(async () => isServed(await open('127.0.0.1')), { timeout: 10_000 });
});

test('F16 connections of a trusted proxy carry many people and are not limited by source', async () => {
  const { open, isServed } = await withServer('loopback');
  for (let n = 0; n < MOST; n += 1) await open('127.0.0.1');
  expect(await isServed(await open('127.0.0.1'))).toBe(true);
});
