import type { SocialContext } from '../../social.context.ts';
import { endedSessionsChannel } from '../../access/sessions/live-sessions.ts';
import { openPresenceKeeper } from './keep-presence.ts';
import { findBeginning, loadUpdates, type LoadedUpdates } from './load-updates.ts';
import type { Reload, Update } from './live.rules.ts';
import { updatesChannel } from '../../delivery/updates/record-update.ts';
import { Rounds } from './rounds.ts';
import { Wakes } from './wakes.ts';

export type CloseReason =
  | 'stopping'
  | 'session_ended'
  | 'token_expired'
  | 'too_slow'
  | 'too_many'
  | 'too_many_frames';

/** A connection of a user, independent of its transport. */
export interface Connection {
  readonly userId: string;
  readonly sessionId: string;
  readonly expiresMs: number;
  /** Sends an update. `json` is the update as text. Returns false if the client reads too slowly. */
  send(update: Update | Reload, json: string): boolean;
  /** Called every 25 seconds. Returns false if the client did not answer the previous heartbeat. */
  beat(): boolean;
  close(reason: CloseReason): void;
}

interface Subscriber {
  connection: Connection;
  lastSeq: number;
  checkSessionMs: number;
}

const beatMs = 25_000;
/** Number of parts of the heartbeat period. Sending thousands of heartbeats at once would delay every message. */
const partsOfBeat = 100;
const tickMs = 5000;
/**
 * Interval in milliseconds of the session check. It ends connections if the signal for the end of a session was lost.
 */
const checkSessionMs = 300_000;
const usersPerRead = 500;
const updatesPerRead = 200;
const connectionsPerUser = 20;

/**
 * The live connections of this process.
 * A signal only names users with news. Their updates are read from the database in order, many users at a time, and
 * each connection gets those after its own number. Updates of a lost signal are found at the next heartbeat, after
 * those of users with a signal.
 */
export class LiveHub {
  readonly #context: SocialContext;
  readonly #users = new Map<string, Set<Subscriber>>();
  readonly #wakes = new Wakes();
  readonly #rounds = new Rounds<Subscriber>(beatMs, partsOfBeat, performance.now());
  readonly #presence;
  readonly #unsubscribe: (() => void)[];
  readonly #timers: readonly NodeJS.Timeout[];
  #reading: Promise<void> | undefined;
  #closed = false;

  constructor(context: SocialContext) {
    this.#context = context;
    this.#presence = openPresenceKeeper(context, (userId) => this.#users.has(userId));
    this.#unsubscribe = [
      context.signals.subscribe(updatesChannel, (payload) => this.#wake(payload?.split(' '))),
      context.signals.subscribe(endedSessionsChannel, (payload) => this.#endSessions(payload?.split(' '))),
    ];
    context.metrics.count(
      'social_live_connections',
      'Open WebSockets and event streams of this process',
      (gauge) => gauge.set(this.connections),
    );
    this.#timers = [
      setInterval(() => this.#tick(), tickMs),
      setInterval(() => this.#beat(), beatMs / partsOfBeat),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  get connections(): number {
    let count = 0;
    for (const subscribers of this.#users.values()) count += subscribers.size;
    return count;
  }

  /**
   * Adds a connection that starts after `since`, or now. Call `greet` with the first message and `remove` when the
   * connection ends.
   */
  async add(
    connection: Connection,
    since: number | undefined,
    greet: (beginning: { seq: number; complete: boolean }) => void,
  ): Promise<() => void> {
    const beginning = await findBeginning(this.#context, connection.userId, since);
    if (this.#closed) {
      connection.close('stopping');
      return () => {};
    }
    greet(beginning);
    const nowMs = performance.now();
    const subscriber = {
      connection,
      lastSeq: beginning.seq,
      checkSessionMs: nowMs + checkSessionMs * (0.5 + Math.random()),
    };
    const { userId } = connection;
    const subscribers = this.#users.get(userId) ?? new Set();
    this.#users.set(userId, subscribers);
    subscribers.add(subscriber);
    this.#rounds.add(subscriber);
    if (subscribers.size > connectionsPerUser) {
      const [oldest] = subscribers;
      if (oldest) this.#cut(oldest, 'too_many');
    }
    this.#presence.changed(userId);
    this.#wake([userId]);
    return () => this.#remove(subscriber);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    for (const subscriber of this.#all()) this.#cut(subscriber, 'stopping');
    await this.#reading;
    await this.#presence.close();
  }

  #remove(subscriber: Subscriber): void {
    const { userId } = subscriber.connection;
    const subscribers = this.#users.get(userId);
    this.#rounds.delete(subscriber);
    if (!subscribers?.delete(subscriber)) return;
    if (subscribers.size > 0) return;
    this.#users.delete(userId);
    this.#presence.changed(userId);
  }

  #cut(subscriber: Subscriber, reason: CloseReason): void {
    this.#remove(subscriber);
    subscriber.connection.close(reason);
  }

  #all(): Subscriber[] {
    return [...this.#users.values()].flatMap((subscribers) => [...subscribers]);
  }

  /** Without user ids a signal may have been lost, so all users are checked. */
  #wake(userIds: readonly string[] | undefined): void {
    if (!userIds) return this.#lookAt(this.#users.keys());
    for (const userId of userIds) if (this.#users.has(userId)) this.#wakes.tell(userId);
    this.#startReading();
  }

  #lookAt(userIds: Iterable<string>): void {
    for (const userId of userIds) this.#wakes.lookAt(userId);
    this.#startReading();
  }

  #startReading(): void {
    if (this.#wakes.waiting && !this.#closed) this.#reading ??= this.#read();
  }

  async #read(): Promise<void> {
    while (this.#wakes.waiting && !this.#closed) {
      const wanted = this.#takeWakes();
      try {
        const loaded = await loadUpdates(this.#context, wanted, updatesPerRead);
        for (const { userId, since } of wanted) {
          const found = loaded.get(userId);
          if (!found) continue;
          this.#deliver(userId, since, found);
          if (found.more && this.#users.has(userId)) this.#wakes.tell(userId);
        }
      } catch (error) {
        for (const { userId } of wanted) this.#wakes.tell(userId);
        this.#context.log.warn({ err: error }, 'updates could not be read; retrying');
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    }
    this.#reading = undefined;
  }

  #takeWakes(): { userId: string; since: number }[] {
    return this.#wakes.take(usersPerRead).flatMap((userId) => {
      const subscribers = this.#users.get(userId);
      if (!subscribers) return [];
      let since = Number.MAX_SAFE_INTEGER;
      for (const { lastSeq } of subscribers) since = Math.min(since, lastSeq);
      return [{ userId, since }];
    });
  }

  #deliver(userId: string, since: number, { updates, lastSeq }: LoadedUpdates): void {
    const texts = updates.map((update) => JSON.stringify(update));
    for (const subscriber of this.#users.get(userId) ?? []) {
      // It joined during the read and lacks earlier updates. Its own wake reads them.
      if (subscriber.lastSeq < since) continue;
      for (const [index, update] of updates.entries()) {
        if (update.seq <= subscriber.lastSeq) continue;
        subscriber.lastSeq = update.seq;
        if (!subscriber.connection.send(update, texts[index] ?? '')) {
          this.#cut(subscriber, 'too_slow');
          break;
        }
      }
      subscriber.lastSeq = Math.max(subscriber.lastSeq, lastSeq);
    }
  }

  #endSessions(sessionIds: readonly string[] | undefined): void {
    const ended = sessionIds && new Set(sessionIds);
    for (const subscriber of this.#all()) {
      if (!ended) subscriber.checkSessionMs = 0;
      else if (ended.has(subscriber.connection.sessionId)) this.#cut(subscriber, 'session_ended');
    }
    if (!ended) this.#tick();
  }

  #tick(): void {
    const nowMs = performance.now();
    const clockMs = this.#context.clock.nowMs();
    for (const subscriber of this.#all()) {
      if (subscriber.connection.expiresMs <= clockMs) this.#cut(subscriber, 'token_expired');
      else if (subscriber.checkSessionMs <= nowMs) void this.#checkSession(subscriber, nowMs);
    }
  }

  #beat(): void {
    const userIds = new Set<string>();
    for (const subscriber of this.#rounds.due(performance.now())) {
      if (subscriber.connection.beat()) userIds.add(subscriber.connection.userId);
      else this.#cut(subscriber, 'too_slow');
    }
    if (userIds.size === 0) return;
    this.#presence.refresh([...userIds]);
    this.#lookAt(userIds);
  }

  async #checkSession(subscriber: Subscriber, nowMs: number): Promise<void> {
    subscriber.checkSessionMs = nowMs + checkSessionMs;
    try {
      const live = await this.#context.liveSessions.isLive(subscriber.connection.sessionId);
      if (!live) this.#cut(subscriber, 'session_ended');
    } catch {
      subscriber.checkSessionMs = 0;
    }
  }
}
