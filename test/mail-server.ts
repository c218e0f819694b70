import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

export type ScriptedMailServer = {
  url: string;
  /** Names of all greetings. */
  greetings: string[];
  /** Texts that arrived with their end. */
  received: string[];
  /** Whether a text arrived without its end so far. */
  isAtEnd(): boolean;
  stop(): Promise<void>;
};

type Script = {
  /** The reply to the end of a mail; nothing when undefined, `cut` ends the connection. */
  toEnd?: string;
  /** The reply to a greeting by this name. */
  toEhlo?(name: string): string;
};

/** A mail server that replies as the script says. */
export async function startScriptedMailServer(script: Script): Promise<ScriptedMailServer> {
  const sockets = new Set<Socket>();
  const greetings: string[] = [];
  const received: string[] = [];
  let text: string | undefined;

  function answer(line: string): string | undefined {
    if (text !== undefined) {
      if (line !== '.') return void (text += `${line}\n`);
      received.push(text);
      text = undefined;
      return script.toEnd;
    }
    const [word = '', name = ''] = line.split(' ');
    if (/^(EHLO|HELO)$/i.test(word)) {
      greetings.push(name);
      return script.toEhlo?.(name) ?? '250 hello';
    }
    if (word !== 'DATA') return '250 ok';
    text = '';
    return '354 go on';
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    let rest = '';
    socket.on('error', () => undefined);
    socket.on('close', () => (text = undefined));
    socket.on('data', (bytes) => {
      const lines = (rest + String(bytes)).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const reply = answer(line);
        if (reply === 'cut') socket.destroy();
        else if (reply !== undefined) socket.write(`${reply}\r\n`);
      }
    });
    socket.write('220 ready\r\n');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    greetings,
    received,
    isAtEnd: () => text !== undefined,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
