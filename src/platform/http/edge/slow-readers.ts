import type { Socket } from 'node:net';

export const lookEveryMs = 5000;
/** Bytes that a client must read between two looks while data is unsent: 1 kB/s. */
const leastBytes = lookEveryMs;
/** Maximum credit. A client that reads nothing uses it up in 30 s. */
const mostCredit = 6 * leastBytes;
/**
 * Limit in bytes of the unsent data of all clients of a process. Without it, many clients that read at the minimum rate
 * could fill the memory.
 */
export const mostUnsentBytes = 256 * 1024 * 1024;

interface Account {
  credit: number;
  sentBytes: number;
}

/**
 * Node's internal counters. The public `bytesWritten` includes a chunk of several megabytes at once, although it is
 * sent gradually.
 */
interface Handle {
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

/**
 * Finds clients that do not read their answers, because unsent data stays in memory. Each look deducts credit from a
 * connection, and each byte sent adds credit, up to 30 s worth. A connection without unsent data has full credit, no
 * matter how long it is idle or how slowly its answer is produced.
 */
export class SlowReaders {
  readonly #accounts = new Map<Socket, Account>();

  watch(socket: Socket): void {
    if (this.#accounts.has(socket)) return;
    this.#accounts.set(socket, { credit: mostCredit, sentBytes: 0 });
    socket.once('close', () => this.#accounts.delete(socket));
  }

  /** Destroys the connections without credit and returns their number. Call it every `lookEveryMs`. */
  look(): number {
    let cut = 0;
    for (const [socket, account] of this.#accounts) {
      if (this.#hasCredit(socket, account)) continue;
      socket.destroy();
      cut += 1;
    }
    return cut + this.#cutSlowest();
  }

  /** Closes the slowest connections until the unsent data of the others is below the limit. */
  #cutSlowest(): number {
    const waiting = [...this.#accounts].filter(([socket]) => !socket.destroyed && socket.writableLength > 0);
    let unsentBytes = waiting.reduce((sum, [socket]) => sum + socket.writableLength, 0);
    if (unsentBytes <= mostUnsentBytes) return 0;
    let cut = 0;
    for (const [socket] of waiting.toSorted(([, one], [, other]) => one.credit - other.credit)) {
      if (unsentBytes <= mostUnsentBytes) break;
      unsentBytes -= socket.writableLength;
      socket.destroy();
      cut += 1;
    }
    return cut;
  }

  #hasCredit(socket: Socket, account: Account): boolean {
    const { _handle: handle } = socket as Socket & { readonly _handle?: Handle | null };
    if (!handle) return true;
    const sentBytes = handle.bytesWritten - handle.writeQueueSize;
    const earned = sentBytes - account.sentBytes;
    account.sentBytes = sentBytes;
    const isAllSent = socket.writableLength === 0;
    account.credit = isAllSent ? mostCredit : Math.min(mostCredit, account.credit + earned) - leastBytes;
    return account.credit >= 0;
  }
}
