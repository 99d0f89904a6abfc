import { newId } from '../../platform/ids.ts';
import { startLoop } from '../../platform/loop.ts';
import { createOutage } from '../../platform/telemetry/outage.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { Ring, type RecentRequest } from './recent-request.rules.ts';
import { deleteSurplus, insertRequests } from './request.store.ts';

/** Between two writes, of each credential, of those that failed and of the others: the rest is forgotten. */
const mostBetween = 50;
const writeMs = 2000;
/** How many of each are kept for good, and how often what is beyond them is thrown away. */
const keptRequests = 500;
const sweepMs = 60_000;

type RecorderContext = Pick<MerchantContext, 'sql' | 'clock' | 'log'>;

/** Remembers requests in this process's memory, so that none of them waits for it, and writes them down now and then. */
export class RequestRecorder {
  readonly #context: RecorderContext;
  readonly #waiting = new Map<
    string,
    { readonly failed: Ring<RecentRequest>; readonly others: Ring<RecentRequest> }
  >();
  readonly #written = new Set<string>();
  #writing: Promise<void> = Promise.resolve();

  constructor(context: RecorderContext) {
    this.#context = context;
  }

  note(request: RecentRequest): void {
    let rings = this.#waiting.get(request.clientId);
    if (!rings) {
      rings = { failed: new Ring(mostBetween), others: new Ring(mostBetween) };
      this.#waiting.set(request.clientId, rings);
    }
    (request.status >= 400 ? rings.failed : rings.others).put(request);
  }

  /** Whoever asks for them sees what this process knows. */
  write(): Promise<void> {
    this.#writing = this.#writing.catch(() => {}).then(() => this.#writeNow());
    return this.#writing;
  }

  async #writeNow(): Promise<void> {
    const requests = [...this.#waiting.values()].flatMap(({ failed, others }) => [
      ...failed.take(),
      ...others.take(),
    ]);
    this.#waiting.clear();
    if (requests.length === 0) return;
    for (const { clientId } of requests) this.#written.add(clientId);
    const dated = requests.toSorted((one, other) => one.atMs - other.atMs);
    await insertRequests(
      this.#context.sql,
      dated.map((request) => ({ ...request, id: newId(this.#context.clock.nowMs()) })),
    );
  }

  /** Of the credentials that were written of. */
  async sweep(kept = keptRequests): Promise<void> {
    const clients = [...this.#written];
    this.#written.clear();
    if (clients.length > 0) await deleteSurplus(this.#context.sql, clients, kept);
  }
}

/** Until it is stopped; what cannot be written is lost, and nothing waits for it. */
export function keepRecording(
  context: RecorderContext,
  recorder: RequestRecorder,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const outage = createOutage(context.log, 'writing down recent requests');
  let sweptAt = performance.now();
  const loop = startLoop(stopping.signal, async () => {
    await outage.watch(async () => {
      await recorder.write();
      if (performance.now() - sweptAt < sweepMs) return;
      sweptAt = performance.now();
      await recorder.sweep();
    });
    return writeMs;
  });
  return {
    async stop() {
      stopping.abort();
      await loop.ended;
      await recorder.write().catch(() => {});
    },
  };
}
