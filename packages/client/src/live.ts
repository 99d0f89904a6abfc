import { bearer, buildUrl } from './calls.ts';
import type { SocialApi } from './generated/social.ts';
import { PracaError } from './praca-error.ts';
import { pause } from './retry.ts';
import { readEvents } from './read-events.ts';
import { readProblem, type ClientOptions } from './send.ts';

type Page = SocialApi['GET /user/{userId}/updates']['answer'];
type Update = Page['updates'][number];

/** `gap`: more happened than is told, as when the server has forgotten it, or somebody is gone or back; read the chats again. */
export type LiveUpdate = Update | { readonly type: 'gap'; readonly seq: number };

export interface LiveOptions {
  /** The last number that was seen; without it, from now on. */
  readonly since?: number;
  readonly signal?: AbortSignal;
  /** For the line at the top that says so. */
  readonly onConnection?: (isConnected: boolean) => void;
}

export interface LiveSource {
  readonly options: ClientOptions;
  readonly userId: string;
  token(): Promise<string>;
  renew(): Promise<unknown>;
  listUpdates(since: number): Promise<Page>;
}

/** The server says something every 25 s. */
const silenceMs = 60_000;
const longestWaitMs = 30_000;

/** Connects, and connects again; what was missed meanwhile is asked for, so that nothing hangs on the connection. */
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
        // `ready` of a connection that began anew only says where it began.
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

/** Nobody is signed in any more, or this is not their own: no connection will help. */
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
