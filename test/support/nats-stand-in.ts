import { createServer, type Socket } from 'node:net';

export interface NatsStandIn {
  readonly url: string;
  readonly port: number;
  published(): number;
  /** Number of connections so far. `pinged` counts the pings. */
  connected(): number;
  pinged(): number;
  /** Called once, right after the next ping was answered. */
  onNextPing(then: () => void): void;
  /** Stops answering without closing connections. */
  freeze(): void;
  close(): Promise<void>;
}

/** Implements the part of the NATS protocol for publish and subscribe. The real client library talks to it. */
export async function startNatsStandIn(wantedPort = 0): Promise<NatsStandIn> {
  let published = 0;
  let connected = 0;
  let pinged = 0;
  let then: (() => void) | undefined;
  let frozen = false;
  const clients = new Map<Socket, Map<string, string>>();
  const server = createServer((socket) => {
    clients.set(socket, new Map());
    connected++;
    let buffer = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('close', () => clients.delete(socket));
    if (frozen) return;
    socket.on('data', (chunk) => {
      if (frozen) return;
      buffer = Buffer.concat([buffer, chunk]);
      for (;;) {
        const end = buffer.indexOf('\r\n');
        if (end === -1) return;
        const [verb = '', ...words] = buffer.subarray(0, end).toString().split(' ');
        const size = verb.toUpperCase() === 'PUB' ? Number(words.at(-1)) + 2 : 0;
        if (buffer.length < end + 2 + size) return;
        handle(socket, verb.toUpperCase(), words, buffer.subarray(end + 2, end + 2 + size));
        buffer = buffer.subarray(end + 2 + size);
      }
    });
    socket.write(
      'INFO {"server_id":"stand-in","version":"2.10.0","proto":1,"headers":false,"max_payload":1048576}\r\n',
    );
  });

  function handle(socket: Socket, verb: string, words: string[], payload: Buffer): void {
    if (verb === 'PING') {
      socket.write('PONG\r\n');
      pinged++;
      const now = then;
      then = undefined;
      now?.();
    } else if (verb === 'SUB') clients.get(socket)?.set(words[0] ?? '', words.at(-1) ?? '');
    else if (verb === 'PUB') {
      published++;
      for (const [client, subscriptions] of clients) {
        const id = subscriptions.get(words[0] ?? '');
        if (id !== undefined) {
          client.write(
            Buffer.concat([Buffer.from(`MSG ${words[0]} ${id} ${payload.length - 2}\r\n`), payload]),
          );
        }
      }
    }
  }

  await new Promise<void>((resolve) => server.listen(wantedPort, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    published: () => published,
    connected: () => connected,
    pinged: () => pinged,
    onNextPing: (called) => (then = called),
    freeze: () => (frozen = true),
    async close() {
      for (const socket of clients.keys()) socket.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}
