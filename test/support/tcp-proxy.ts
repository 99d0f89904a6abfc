import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** Drops all traffic without closing connections. */
  freeze(): void;
  /** Refuses new connections from now on. */
  refuse(): void;
  /** Forwards the next request that contains this text, then cuts the client's connection instead of answering. */
  cutAfter(text: string): void;
  close(): void;
}

/** Opens a TCP proxy to a server. A test can freeze the proxy or cut its connections. */
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
      // Cuts only after the server has processed the request, so that just its answer is lost.
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
