import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { checkUdp } from './neighbour-checks.ts';

const HERE = '127.0.0.1';
const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});

async function listenUdp(onQuery: (socket: Socket, question: Buffer, port: number) => void = () => {}) {
  const socket = createSocket('udp4');
  open.push(socket);
  socket.on('message', (question, { port }) => onQuery(socket, question, port));
  socket.bind(0, HERE);
  await once(socket, 'listening');
  return socket.address().port;
}

test('INFRA-11 hears a name server without TCP, also if it knows nothing or gets a query twice', async () => {
  const questions: Buffer[] = [];
  const port = await listenUdp((socket, question, from) => {
    questions.push(question);
    // Drops the first query and refuses the second, like a server that serves only its own network.
    if (questions.length === 2)
      socket.send(
        Buffer.concat([question.subarray(0, 2), Buffer.from('8105', 'hex'), question.subarray(4)]),
        from,
        HERE,
      );
  });
  await checkUdp(HERE, port, 30_000);
  // One question: the name servers of the root.
  expect(questions[0]?.subarray(2).toString('hex')).toBe('01000001000000000000' + '0000020001');
});

test('INFRA-11 a refusal counts as a response, and silence does not', async () => {
  const port = await listenUdp();
  await expect(checkUdp(HERE, port, 50)).rejects.toThrow('No reply');
  for (const socket of open.splice(0)) socket.close();
  await checkUdp(HERE, port, 30_000);
});
