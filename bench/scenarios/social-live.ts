import { percentile } from '../harness/latencies.ts';
import type { RunningPraca } from '../harness/praca.ts';
import { combine, signInMany, type SignedIn } from '../harness/social-people.ts';
import type { Stage } from '../harness/stage.ts';
import type { Measurement } from '../scenario.ts';

const couples = 50;
const warmUpMs = 2000;
const measuredMs = 6000;

interface Run {
  deliveredPerSecond: number;
  p99Ms: number;
}

/**
 * Measures the delivery of messages. Senders post over HTTP, and each receiver has a WebSocket. A delay is the time from
 * before the request to the arrival of the message.
 */
async function runLive(
  stage: Stage,
  processes: number,
  pace: { senders: number; perSecond?: number },
): Promise<Run> {
  const praca = await stage.startPraca({ WORKERS: String(processes), SEED_TOWN: 'no' });
  try {
    const people = await signInMany(praca.url, 'live', 2 * couples);
    const pairs: [SignedIn, SignedIn][] = [];
    for (let index = 0; index < couples; index++) {
      const [one, other] = [people[2 * index], people[2 * index + 1]];
      if (!one || !other) throw new Error('too few people signed in');
      await combine(praca.url, one, other);
      pairs.push([one, other]);
    }
    return await measureDelivery(praca, pairs, pace);
  } finally {
    await praca.stop();
  }
}

export async function measureDelivery(
  praca: RunningPraca,
  pairs: readonly [SignedIn, SignedIn][],
  pace: { senders: number; perSecond?: number },
): Promise<Run> {
  const arrivals: { atMs: number; tookMs: number }[] = [];
  const sockets = await Promise.all(
    pairs.map(([, receiver]) =>
      listen(praca.url, receiver, (message) => {
        const sentMs = Number(message.split(' ')[0]);
        const nowMs = performance.now();
        arrivals.push({ atMs: nowMs, tookMs: nowMs - sentMs });
      }),
    ),
  );
  const beginMs = performance.now();
  const endMs = beginMs + warmUpMs + measuredMs;
  let turn = 0;
  const sender = async (): Promise<void> => {
    const pauseMs = pace.perSecond === undefined ? 0 : (1000 * pace.senders) / pace.perSecond;
    for (
      let dueMs = performance.now() + Math.random() * pauseMs;
      performance.now() < endMs;
      dueMs += pauseMs
    ) {
      const waitMs = dueMs - performance.now();
      if (pauseMs > 0 && waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      const [from, to] = pairs[turn++ % pairs.length] ?? [];
      if (!from || !to) return;
      const answer = await fetch(`${praca.url}/social/user/${from.id}/chat/${to.id}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${from.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ message: `${performance.now()} Vai no samba hoje?` }),
      });
      if (!answer.ok) throw new Error(`a message was answered with ${answer.status}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: pace.senders }, sender));
  await new Promise((resolve) => setTimeout(resolve, 500));
  for (const socket of sockets) socket.close();
  const counted = arrivals.filter(({ atMs }) => atMs >= beginMs + warmUpMs && atMs <= endMs);
  const took = Float64Array.from(counted.map(({ tookMs }) => tookMs)).toSorted();
  return { deliveredPerSecond: counted.length / (measuredMs / 1000), p99Ms: percentile(took, 0.99) };
}

async function listen(url: string, person: SignedIn, onMessage: (text: string) => void): Promise<WebSocket> {
  const socket = new WebSocket(
    `${url.replace(/^http/, 'ws')}/social/user/${person.id}/live?access_token=${person.token}`,
  );
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('a live connection failed')));
    socket.addEventListener('message', (event) => {
      const update = JSON.parse(String(event.data)) as { type: string; data?: { message: string } };
      if (update.type === 'ready') resolve();
      else if (update.type === 'message' && update.data) onMessage(update.data.message);
    });
  });
  return socket;
}

const words = ['one process', 'two processes'] as const;

const fanOut = (processes: 1 | 2): Measurement => ({
  name: `live fan-out, ${words[processes - 1]}`,
  what: `messages sent by 20 clients as fast as they go and delivered to 50 WebSockets, each second, ${words[processes - 1]}`,
  async measure(stage) {
    const { deliveredPerSecond } = await runLive(stage, processes, { senders: 20 });
    return { value: deliveredPerSecond, unit: 'messages/s', atLeast: 200 };
  },
});

const delay = (processes: 1 | 2): Measurement => ({
  name: `live delay, ${words[processes - 1]}`,
  what: `from before the request that sends to the arrival, 99th percentile at 100 messages a second, ${words[processes - 1]}`,
  async measure(stage) {
    const { p99Ms } = await runLive(stage, processes, { senders: 10, perSecond: 100 });
    return { value: p99Ms, unit: 'ms', atMost: 150 };
  },
});

export const liveFanOut = fanOut(1);
export const liveFanOutOverTwo = fanOut(2);
export const liveDelay = delay(1);
export const liveDelayOverTwo = delay(2);
