import { chainChannel } from '../../chains/reading/read-chain.ts';
import { subjectChannel } from '../../chains/reviews/run-reviews.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import { countsBlocks, hasMovedOn } from './checkout.rules.ts';
import { findCheckout, type FoundCheckout } from './find-checkout.ts';

export interface CheckoutStream {
  readonly paymentId: string;
  /** Returns false if the browser does not read fast enough. */
  show(checkout: FoundCheckout): boolean;
  beat(nowMs: number): boolean;
  end(): void;
}

interface Watch {
  readonly paymentId: string;
  readonly streams: Set<CheckoutStream>;
  last: FoundCheckout | undefined;
  queued: boolean;
  reading: boolean;
}

/** Concurrent database reads for pages. Most connections must stay free for payments. */
const mostReads = 2;
const retryMs = 1000;
/** In milliseconds; shorter than the idle timeouts of proxies and of the page's script. */
const beatMs = 10_000;
const streamsPerPayment = 20;

/**
 * The payment pages that are open at this process. Signals name the payments to read again. Each payment is read once
 * for all of its pages, and a new block triggers reads only for payments that wait for confirmations. Beyond the limits
 * a stream is refused and the page polls instead, so that open pages cannot exhaust the memory of the process.
 */
export class CheckoutStreams {
  readonly #context: MerchantContext;
  readonly #watches = new Map<string, Watch>();
  readonly #queue: Watch[] = [];
  readonly #unsubscribe: (() => void)[];
  readonly #timer: NodeJS.Timeout;
  #count = 0;
  #reads = 0;
  #closed = false;

  constructor(context: MerchantContext) {
    this.#context = context;
    this.#unsubscribe = [
      context.signals.subscribe(subjectChannel, (paymentId) => this.#onSubject(paymentId)),
      context.signals.subscribe(chainChannel, (payload) => this.#onChain(payload)),
    ];
    this.#timer = setInterval(() => this.#beat(), beatMs);
    this.#timer.unref();
    context.metrics.count(
      'merchant_checkout_streams',
      'Payment pages that are open in this process',
      (gauge) => gauge.set(this.#count),
    );
  }

  /**
   * Sends the current state and every later change to the stream. Call the returned function when the page is closed.
   */
  add(stream: CheckoutStream): () => void {
    const watch = this.#watches.get(stream.paymentId) ?? {
      paymentId: stream.paymentId,
      streams: new Set(),
      last: undefined,
      queued: false,
      reading: false,
    };
    const full =
      this.#count >= this.#context.settings.CHECKOUT_STREAMS || watch.streams.size >= streamsPerPayment;
    if (this.#closed || full) throw problem('overloaded', { headers: { 'retry-after': '30' } });
    this.#watches.set(stream.paymentId, watch);
    watch.streams.add(stream);
    this.#count++;
    this.#wake(watch);
    return () => this.#remove(stream);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#timer);
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    for (const watch of this.#watches.values()) for (const stream of watch.streams) this.#cut(stream);
  }

  #remove(stream: CheckoutStream): void {
    const watch = this.#watches.get(stream.paymentId);
    if (!watch?.streams.delete(stream)) return;
    this.#count--;
    if (watch.streams.size === 0) this.#watches.delete(stream.paymentId);
  }

  #cut(stream: CheckoutStream): void {
    this.#remove(stream);
    stream.end();
  }

  #onSubject(paymentId: string | undefined): void {
    const watches = paymentId === undefined ? this.#watches.values() : [this.#watches.get(paymentId)];
    for (const watch of watches) if (watch) this.#wake(watch);
  }

  #onChain(payload: string | undefined): void {
    const coin = payload === undefined ? undefined : (JSON.parse(payload) as { coin: string }).coin;
    for (const watch of this.#watches.values()) {
      const view = watch.last?.view;
      if (coin === undefined || (view?.coin === coin && countsBlocks(view))) this.#wake(watch);
    }
  }

  #beat(): void {
    const nowMs = this.#context.clock.nowMs();
    for (const watch of this.#watches.values()) {
      for (const stream of watch.streams) if (!stream.beat(nowMs)) this.#cut(stream);
      // No signal is sent when the payment deadline passes or comes near.
      if (watch.last && hasMovedOn(watch.last, nowMs)) this.#wake(watch);
    }
  }

  #wake(watch: Watch): void {
    if (watch.queued || this.#closed) return;
    watch.queued = true;
    this.#queue.push(watch);
    this.#readNext();
  }

  #readNext(): void {
    while (this.#reads < mostReads) {
      // Skips payments with a read in progress: an older state must not arrive after a newer one.
      const at = this.#queue.findIndex((watch) => !watch.reading);
      const [watch] = at === -1 ? [] : this.#queue.splice(at, 1);
      if (!watch) return;
      watch.queued = false;
      if (watch.streams.size > 0) void this.#read(watch);
    }
  }

  async #read(watch: Watch): Promise<void> {
    watch.reading = true;
    this.#reads++;
    try {
      const checkout = await findCheckout(this.#context, watch.paymentId);
      watch.last = checkout;
      for (const stream of watch.streams) if (!checkout || !stream.show(checkout)) this.#cut(stream);
    } catch (error) {
      this.#context.log.warn({ err: error }, 'a payment page could not be brought up to date; trying again');
      setTimeout(() => this.#wake(watch), retryMs).unref();
    }
    watch.reading = false;
    this.#reads--;
    this.#readNext();
  }
}
