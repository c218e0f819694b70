import { once } from 'node:events';
import tls from 'node:tls';
import type { Receiver } from './receiver.ts';
import { syslogMessage } from './syslog-message.ts';

const TIMEOUT_MS = 30_000;

type Options = { host: string; port: number; ca: string | undefined; sender: string };

/** Sends entries as RFC 5424 messages over TLS, with their length before each (RFC 5425). */
export const syslogReceiver = ({ host, port, ca, sender }: Options): Receiver => ({
  name: 'syslog',
  portion: 500,
  async send(entries) {
    const socket = tls.connect({ host, port, ...(ca === undefined ? {} : { ca }) });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('The receiver does not reply')));
    try {
      await once(socket, 'secureConnect');
      socket.resume();
      socket.end(entries.map((entry) => framed(syslogMessage(entry, sender))).join(''));
      // The protocol has no replies. A receiver that read everything closes the connection in order; one that stopped resets it.
      await Promise.race([once(socket, 'end'), once(socket, 'close').then(refuseClose)]);
    } finally {
      socket.destroy();
    }
  },
});

const refuseClose = () => {
  throw new Error('The receiver closed the connection before it read everything');
};

const framed = (message: string): string => `${Buffer.byteLength(message)} ${message}`;
