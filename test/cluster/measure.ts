import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Kind } from './load/journal.ts';
import { startLoad } from './load/load.ts';

const warmUpMs = 5000;
const measuredMs = 20_000;
/** Lanes per kind of write. Messages have one lane, because the order within a chat matters. */
const lanes = 3;

const kinds: readonly Kind[] = ['order', 'payment', 'withdrawal', 'sign-in', 'message'];

/** Measures the throughput of the whole cluster on this machine. The load uses the same processors. */
export async function measure(cluster: Cluster, say: (line: string) => void): Promise<boolean> {
  const load = await startLoad(cluster.site.url, `measure ${Date.now()}`, { leisure: 0, lanes });
  await sleep(warmUpMs);
  const beganMs = performance.now();
  await sleep(measuredMs);
  const endedMs = performance.now();
  await load.stop();
  await load.conversation.leave();
  for (const kind of kinds) {
    const count = load.journal.of(kind).filter(({ atMs }) => atMs >= beganMs && atMs < endedMs).length;
    say(`${kind.padEnd(12)}${((count * 1000) / (endedMs - beganMs)).toFixed(1)} a second`);
  }
  say(`requests    ${load.journal.requests}, ${load.journal.failures.length} of them failed`);
  return load.journal.failures.length === 0;
}
