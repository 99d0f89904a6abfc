import type { Socket } from 'node:net';

export const lookEveryMs = 5000;
/** What a client has to read in that time while anything is unsent: 1 kB/s. */
const leastBytes = lookEveryMs;
/** A client that reads nothing has used it up after 30 s. */
const mostCredit = 6 * leastBytes;
/** Unsent to all clients of a process together. Many that read at just the least rate could otherwise fill its memory. */
export const mostUnsentBytes = 256 * 1024 * 1024;

interface Account {
  credit: number;
  sentBytes: number;
}

/** Node's own count, which the public `bytesWritten` lacks: a chunk of several megabytes is sent little by little. */
interface Handle {
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

/**
 * Finds the connections whose clients do not read: what is unsent to them is kept in memory. Each look costs a
 * connection credit, and each byte that it took earns credit, up to 30 s of it. A connection with nothing unsent has
 * all its credit, however long it is idle and however slowly its answer is made.
 */
export class SlowReaders {
  readonly #accounts = new Map<Socket, Account>();

  watch(socket: Socket): void {
    if (this.#accounts.has(socket)) return;
    this.#accounts.set(socket, { credit: mostCredit, sentBytes: 0 });
    socket.once('close', () => this.#accounts.delete(socket));
  }

  /** Call every `lookEveryMs`. Destroys the connections without credit and returns how many these were. */
  look(): number {
    let cut = 0;
    for (const [socket, account] of this.#accounts) {
      if (this.#hasCredit(socket, account)) continue;
      socket.destroy();
      cut += 1;
    }
    return cut + this.#cutSlowest();
  }

  /** Until what is unsent to the others fits into the memory for it. */
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
