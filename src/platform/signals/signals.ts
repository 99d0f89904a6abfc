/**
 * Hints between processes to read again. They are sent after the commit, may be lost while a connection is down, and
 * contain nothing that is not in PostgreSQL. Only speed depends on their arrival.
 */
export interface Signals {
  /** Sends a signal to every process, including this one. Call it after the commit. At most 4 000 bytes as JSON. */
  publish(channel: string, payload?: string): void;
  /**
   * Subscribes to a channel. The handler gets `undefined` if signals may have been lost, and must then read everything
   * again.
   */
  subscribe(channel: string, handler: (payload: string | undefined) => void): () => void;
  close(): Promise<void>;
}

const maximumPayloadBytes = 4000;

export type SignalHandler = (payload: string | undefined) => void;

/** The handlers of all channels, shared by all transports. */
export class Subscriptions {
  readonly #handlers = new Map<string, Set<SignalHandler>>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  add(channel: string, handler: SignalHandler): () => void {
    const handlers = this.#handlers.get(channel) ?? new Set();
    handlers.add(handler);
    this.#handlers.set(channel, handlers);
    return () => handlers.delete(handler);
  }

  deliver(channel: string, payload: string | undefined): void {
    for (const handler of this.#handlers.get(channel) ?? []) this.#call(handler, payload);
  }

  deliverGap(): void {
    for (const handlers of this.#handlers.values()) {
      for (const handler of handlers) this.#call(handler, undefined);
    }
  }

  #call(handler: SignalHandler, payload: string | undefined): void {
    try {
      handler(payload);
    } catch (error) {
      this.#onError(error);
    }
  }
}

export type Message = [channel: string, payload: string];

/** Collects signals of a few milliseconds into as few messages as their size allows. */
export class Batcher {
  #waiting: Message[] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly #send: (batches: string[]) => void;
  readonly #maximumBytes: number;

  constructor(send: (batches: string[]) => void, maximumBytes: number) {
    this.#send = send;
    this.#maximumBytes = maximumBytes;
  }

  add(channel: string, payload: string): void {
    // Measured as JSON, where quotes and line ends take two bytes.
    if (Buffer.byteLength(JSON.stringify(payload)) > maximumPayloadBytes) {
      throw new RangeError(`a signal on ${channel} is longer than ${maximumPayloadBytes} bytes`);
    }
    this.#waiting.push([channel, payload]);
    this.#timer ??= setTimeout(() => this.flush(), 2);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const messages = this.#waiting;
    this.#waiting = [];
    if (messages.length > 0) this.#send(pack(messages, this.#maximumBytes));
  }
}

function pack(messages: readonly Message[], maximumBytes: number): string[] {
  const batches: string[] = [];
  let current: string[] = [];
  let size = 2;
  for (const message of messages) {
    const encoded = JSON.stringify(message);
    const bytes = Buffer.byteLength(encoded) + 1;
    if (size + bytes > maximumBytes && current.length > 0) {
      batches.push(`[${current.join(',')}]`);
      current = [];
      size = 2;
    }
    current.push(encoded);
    size += bytes;
  }
  batches.push(`[${current.join(',')}]`);
  return batches;
}
