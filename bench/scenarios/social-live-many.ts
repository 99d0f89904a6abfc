import { connect, type Socket } from 'node:net';
import { measuredOnce } from '../harness/measure-reading.ts';
import { readResidentMegabytes, untilIdle } from '../harness/process-usage.ts';
import { combine, signInMany, type SignedIn } from '../harness/social-people.ts';
import type { Stage } from '../harness/stage.ts';
import type { Measurement } from '../scenario.ts';
import { measureDelivery } from './social-live.ts';

const connections = 10_000;
const couples = 50;
const opensAtOnce = 100;

interface Crowd {
  kilobytesEach: number;
  p99Ms: number;
}

/** Most people have the app open and are silent, while a few write to each other. */
const gather = measuredOnce(async (stage: Stage): Promise<Crowd> => {
  const praca = await stage.startPraca({ WORKERS: '1', SEED_TOWN: 'no' });
  const sockets: Socket[] = [];
  try {
    const people = await signInMany(praca.url, 'crowd', connections);
    const speaking = people.slice(0, 2 * couples);
    const pairs: [SignedIn, SignedIn][] = [];
    for (let index = 0; index < speaking.length; index += 2) {
      const [one, other] = speaking.slice(index, index + 2) as [SignedIn, SignedIn];
      await combine(praca.url, one, other);
      pairs.push([one, other]);
    }
    await untilIdle(praca.pid);
    const before = await readResidentMegabytes(praca.pid);
    const silent = people.slice(speaking.length);
    for (let at = 0; at < silent.length; at += opensAtOnce)
      sockets.push(
        ...(await Promise.all(silent.slice(at, at + opensAtOnce).map((person) => open(praca.url, person)))),
      );
    await untilIdle(praca.pid);
    const grown = (await readResidentMegabytes(praca.pid)) - before;
    const { p99Ms } = await measureDelivery(praca, pairs, { senders: 10, perSecond: 100 });
    const cut = sockets.filter((socket) => socket.destroyed).length;
    if (cut > 0) throw new Error(`${cut} of ${silent.length} live connections were cut`);
    return { kilobytesEach: (grown * 1000) / silent.length, p99Ms };
  } finally {
    for (const socket of sockets) socket.destroy();
    await praca.stop();
  }
});

const ping = 0x89;
/** Empty pong frame; its mask, which clients must send, is zero. */
const pong = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

/** Opens a WebSocket that only answers pings. Thousands of complete clients would dominate the measurement. */
async function open(url: string, { id, token }: SignedIn): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('a live connection was refused')));
    socket.once('data', (chunk: Buffer) => {
      if (chunk.toString('latin1').startsWith('HTTP/1.1 101')) resolve();
      else reject(new Error(chunk.toString('latin1').slice(0, 200)));
    });
    socket.write(
      `GET /social/user/${id}/live HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${token}\r\n` +
        'connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n' +
        'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
  });
  socket.on('error', () => socket.destroy());
  // After the first frame silent users receive only pings.
  return socket.on('data', (chunk) => chunk[0] === ping && socket.write(pong));
}

export const liveMemory: Measurement = {
  name: 'live, memory of a connection',
  what: `resident memory that each of ${connections} WebSockets adds to one process`,
  async measure(stage) {
    return { value: (await gather(stage)).kilobytesEach, unit: 'kB', atMost: 50 };
  },
};

export const liveDelayInCrowd: Measurement = {
  name: 'live delay, 10 000 connections',
  what: `from before the request that sends to the arrival, 99th percentile at 100 messages a second, one process with ${connections} WebSockets`,
  async measure(stage) {
    return { value: (await gather(stage)).p99Ms, unit: 'ms', atMost: 150 };
  },
};
