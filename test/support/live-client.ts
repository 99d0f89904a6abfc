import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface LiveUpdate {
  seq: number;
  type: string;
  data: Record<string, unknown>;
}

export interface LiveClient {
  readonly updates: LiveUpdate[];
  readonly connections: () => number;
  /** Number of times that the server asked the client to reload its chats. */
  readonly gaps: () => number;
  /** Reason why the server ended the last connection: a close code, or the reason of the stream's end. */
  readonly ending: () => string | undefined;
  stop(): Promise<void>;
}

export interface LiveClientOptions {
  url: string;
  userId: string;
  token: string;
  via: 'websocket' | 'events';
  since?: number;
  /** Path prefix of social. The default is `/social`. */
  prefix?: string;
  /** Reconnects after a lost connection with the last number. */
  reconnect?: boolean;
}

/** Opens a client that stores the last update's number and resumes from there, as an app would. */
export async function openLiveClient(options: LiveClientOptions): Promise<LiveClient> {
  const updates: LiveUpdate[] = [];
  const stopping = new AbortController();
  let seq = options.since;
  let connections = 0;
  let gaps = 0;
  let ending: string | undefined;
  let opened = (): void => {};
  const firstOpened = new Promise<void>((resolve) => (opened = resolve));
  const take = (text: string): void => {
    const update = JSON.parse(text) as LiveUpdate & { reason?: string; complete?: boolean };
    if (update.type === 'ready') {
      if (update.complete === false) gaps += 1;
      connections += 1;
      seq ??= update.seq;
      opened();
    } else if (update.type === 'end') ending = update.reason;
    else {
      updates.push(update);
      seq = update.seq;
    }
  };
  const address = (): string => {
    const query = new URLSearchParams({ access_token: options.token });
    if (seq !== undefined) query.set('since', String(seq));
    return `${options.url}${options.prefix ?? '/social'}/user/${options.userId}/live?${query.toString()}`;
  };
  const overWebSocket = async (): Promise<void> => {
    const socket = new WebSocket(address().replace(/^http/, 'ws'));
    const stop = (): void => socket.close();
    stopping.signal.addEventListener('abort', stop);
    socket.addEventListener('message', (event) => take(String(event.data)));
    socket.addEventListener('error', () => {});
    await new Promise<void>((resolve) =>
      socket.addEventListener('close', (event) => {
        ending = String(event.code);
        resolve();
      }),
    );
    stopping.signal.removeEventListener('abort', stop);
  };
  const overEvents = async (): Promise<void> => {
    const answer = await fetch(address(), {
      headers: { accept: 'text/event-stream' },
      signal: stopping.signal,
    });
    if (!answer.ok || !answer.body) throw new Error(`live answered ${answer.status}`);
    let text = '';
    for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (data !== undefined) take(data);
      }
    }
  };
  const run = async (): Promise<void> => {
    do {
      await (options.via === 'websocket' ? overWebSocket() : overEvents()).catch(() => {});
      opened();
      if (options.reconnect && !stopping.signal.aborted) await sleep(5);
    } while (options.reconnect && !stopping.signal.aborted);
  };
  const running = run();
  await firstOpened;
  return {
    updates,
    connections: () => connections,
    gaps: () => gaps,
    ending: () => ending,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

export interface CuttingProxy {
  readonly url: string;
  /** Cuts about this share of the open connections, as a broken network would. */
  cut(share: number): void;
  close(): Promise<void>;
}

/** Opens a proxy between clients and a server that can cut connections. */
export async function openCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      sockets.add(one);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut(share) {
      for (const socket of sockets) if (Math.random() < share) socket.resetAndDestroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
