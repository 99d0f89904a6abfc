import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** From here on nothing comes back, and nobody hangs up. */
  freeze(): void;
  /** From here on nobody new is let in. */
  refuse(): void;
  /** Ends the connection of whoever sends these bytes, once they have been passed on. */
  cutAfter(text: string): void;
  close(): void;
}

/** A cable to a server, which a test can cut or freeze. */
export async function openTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  let frozen = false;
  let cut: string | undefined;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = target.host.startsWith('/')
      ? connect(`${target.host}/.s.PGSQL.${target.port}`)
      : connect(target.port, target.host);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => other.destroy());
    }
    client.on('data', (chunk) => {
      if (frozen) return;
      const cutting = cut !== undefined && chunk.includes(cut);
      if (cutting) upstream.removeAllListeners('data');
      upstream.write(chunk);
      // Not before the server has worked on it: its answer is what is lost.
      if (cutting) upstream.once('data', () => client.destroy());
    });
    upstream.on('data', (chunk) => {
      if (!frozen) client.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => (frozen = true),
    refuse: () => void server.close(),
    cutAfter: (text) => (cut = text),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
