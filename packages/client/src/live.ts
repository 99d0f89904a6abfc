import { bearer, buildUrl } from './calls.ts';
import type { SocialApi } from './generated/social.ts';
import { PracaError } from './praca-error.ts';
import { pause } from './retry.ts';
import { readEvents } from './read-events.ts';
import { readProblem, type ClientOptions } from './send.ts';

type Page = SocialApi['GET /user/{userId}/updates']['answer'];
type Update = Page['updates'][number];

/**
 * `gap` means that updates are missing: the server no longer has them, or a person has disappeared or returned. The
 * caller must reload the chats.
 */
export type LiveUpdate = Update | { readonly type: 'gap'; readonly seq: number };

export interface LiveOptions {
  /** Number of the last processed update. Without it, updates start from now. */
  readonly since?: number;
  readonly signal?: AbortSignal;
  /** Called when the connection is lost or restored. */
  readonly onConnection?: (isConnected: boolean) => void;
}

export interface LiveSource {
  readonly options: ClientOptions;
  readonly userId: string;
  token(): Promise<string>;
  renew(): Promise<unknown>;
  listUpdates(since: number): Promise<Page>;
}

/** The server sends at least a heartbeat every 25 s. */
const silenceMs = 60_000;
const longestWaitMs = 30_000;

/** Connects and reconnects. Updates missed while disconnected are requested afterwards. */
export async function* watch(
  source: LiveSource,
  options: LiveOptions,
): AsyncGenerator<LiveUpdate, void, undefined> {
  const { signal } = options;
  let { since } = options;
  let failures = 0;
  while (!signal?.aborted) {
    try {
      if (failures > 0 && since !== undefined) {
        for await (const update of catchUp(source, since)) {
          since = update.seq;
          yield update;
        }
      }
      for await (const update of connect(source, since, options)) {
        failures = 0;
        // After a reconnect `ready` only repeats the start position.
        if (update.type === 'ready') since ??= update.seq;
        else if (update.type === 'gap' || since === undefined || update.seq > since) {
          since = update.seq;
          yield update;
        }
      }
    } catch (error) {
      if (signal?.aborted === true) return;
      if (isFinal(error)) throw error;
      if (error instanceof PracaError && error.status === 401) await source.renew().catch(() => {});
    }
    options.onConnection?.(false);
    failures++;
    await pause(Math.min(250 * 2 ** failures, longestWaitMs) * (0.5 + Math.random() / 2), signal).catch(
      () => {},
    );
  }
}

/** True if reconnecting is pointless: the session has ended or the user may not read these updates. */
const isFinal = (error: unknown): boolean =>
  error instanceof PracaError && ([403, 404].includes(error.status) || error.code === 'invalid_grant');

async function* catchUp(source: LiveSource, since: number): AsyncGenerator<LiveUpdate, void, undefined> {
  for (let from = since; ;) {
    const { updates, seq, more, complete } = await source.listUpdates(from);
    if (!complete) yield { type: 'gap', seq: updates[0] ? updates[0].seq - 1 : seq };
    yield* updates;
    from = seq;
    if (!more) return;
  }
}

type Heard = LiveUpdate | { readonly type: 'ready'; readonly seq: number };

async function* connect(
  source: LiveSource,
  since: number | undefined,
  { signal, onConnection }: LiveOptions,
): AsyncGenerator<Heard, void, undefined> {
  const { baseUrl, fetch: ask = fetch } = source.options;
  const url = buildUrl(baseUrl, '/user/{userId}/live', { path: { userId: source.userId }, query: { since } });
  const leaving = new AbortController();
  const both = signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal;
  try {
    const response = await ask(url, {
      headers: { accept: 'text/event-stream', ...bearer(await source.token()) },
      signal: both,
      cache: 'no-store',
    });
    if (!response.ok || !response.body)
      throw new PracaError(response.status, await readProblem(response), response.headers);
    for await (const text of readEvents(response.body, silenceMs, () => leaving.abort())) {
      const heard = JSON.parse(text) as Heard & { complete?: boolean };
      if (heard.type === 'ready') {
        onConnection?.(true);
        yield { type: 'ready', seq: heard.seq };
        if (heard.complete === false) yield { type: 'gap', seq: heard.seq };
      } else if ((heard as { type: string }).type !== 'end') yield heard;
    }
  } finally {
    leaving.abort();
  }
}
