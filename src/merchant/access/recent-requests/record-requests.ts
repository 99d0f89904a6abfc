import { newId } from '../../../platform/ids.ts';
import { startLoop } from '../../../platform/loop.ts';
import { createOutage } from '../../../platform/telemetry/outage.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { Ring, type RecentRequest } from './recent-request.rules.ts';
import { deleteSurplus, insertRequests, listRequests, type RequestRow } from './request.store.ts';

/** Requests kept between two writes, per credential, for failed and for other ones. Older ones are dropped. */
const mostBetween = 50;
const writeMs = 2000;
/**
 * Requests kept in the database, per credential, for failed and for other ones, and the interval in milliseconds for
 * the deletion of older ones.
 */
const keptRequests = 500;
const sweepMs = 60_000;

type RecorderContext = Pick<MerchantContext, 'sql' | 'clock' | 'log'>;

/** Buffers requests in memory, so that no request waits for a write, and stores them periodically. */
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

  /** Lists the requests of this process up to now, and those of other processes up to two seconds ago. */
  async list(filter: Parameters<typeof listRequests>[1]): Promise<RequestRow[]> {
    await this.write();
    return listRequests(this.#context.sql, filter);
  }

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

  /** Deletes surplus requests of the credentials written since the last sweep. */
  async sweep(kept = keptRequests): Promise<void> {
    const clients = [...this.#written];
    this.#written.clear();
    if (clients.length > 0) await deleteSurplus(this.#context.sql, clients, kept);
  }
}

/** Stores requests periodically until it is stopped. Requests that cannot be written are lost. */
export function keepRecording(
  context: RecorderContext,
  recorder: RequestRecorder,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const outage = createOutage(context.log, 'storing recent requests');
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
