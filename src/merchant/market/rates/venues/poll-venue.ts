import type { Agent, fetch as sendRequest, Response } from 'undici';
import { startLoop } from '../../../../platform/loop.ts';
import { parseRetryAfter } from '../../../../platform/retry-after.ts';
import type { Logger } from '../../../../platform/telemetry/logger.ts';
import type { Quote } from '../book.rules.ts';
import { pauseAfter, type Ticker, type TickerRequest } from './ticker.rules.ts';
import type { Venue } from './venue.ts';

/** From the first byte sent to the last byte read. */
const timeoutMs = 4000;
const maximumBodyBytes = 256 * 1024;

interface PollContext {
  readonly log: Logger;
  /** Counts missing or invalid answers. */
  onFailure(venue: string): void;
}

/** For tests: address of the simulated exchange, and its timing. */
export interface PollOverrides {
  readonly baseUrl?: string;
  readonly intervalMs?: number;
  readonly timeoutMs?: number;
}

interface Client {
  readonly agent: Agent;
  readonly fetch: typeof sendRequest;
}

/**
 * Loads undici at the first poll, because it consists of about a hundred files that a process without venues does not
 * need.
 */
async function openClient(connections: number): Promise<Client> {
  const { Agent, fetch } = await import('undici');
  return { agent: new Agent({ connections }), fetch };
}

class VenueFailure extends Error {
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs = 0) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Polls an exchange, each request independently, and less often while it fails. */
export function pollVenue(context: PollContext, ticker: Ticker, overrides: PollOverrides = {}): Venue {
  const polled = { timeoutMs, ...ticker, ...overrides };
  return {
    name: ticker.name,
    listen(report) {
      const stopping = new AbortController();
      const client = openClient(polled.requests.length);
      const loops = polled.requests.map((request) =>
        pollRequest({ ...context, ...polled, client, request, stopping: stopping.signal, report }),
      );
      return async () => {
        stopping.abort();
        await (await client).agent.destroy();
        await Promise.all(loops);
      };
    },
  };
}

interface Poll extends PollContext {
  readonly name: string;
  readonly baseUrl: string;
  readonly intervalMs: number;
  readonly timeoutMs: number;
  readonly client: Promise<Client>;
  readonly request: TickerRequest;
  readonly stopping: AbortSignal;
  readonly report: (quotes: readonly Quote[]) => void;
}

export type Heard = { readonly path: string } & (
  | { readonly quotes: readonly Quote[] }
  | { readonly fault: string }
);

/** Sends each request of an exchange once, and returns the quotes or the reason for a failure. */
export async function askVenueOnce(ticker: Ticker, overrides: PollOverrides = {}): Promise<Heard[]> {
  const asked = { timeoutMs, ...ticker, ...overrides };
  const client = openClient(asked.requests.length);
  const stopping = new AbortController().signal;
  try {
    return await Promise.all(
      asked.requests.map(async (request): Promise<Heard> => {
        const { path } = request;
        try {
          return { path, quotes: await ask({ ...asked, client, request, stopping }) };
        } catch (error) {
          return { path, fault: reasonOf(error) };
        }
      }),
    );
  } finally {
    await (await client).agent.destroy();
  }
}

function pollRequest(poll: Poll): Promise<void> {
  const { stopping, log, name, request } = poll;
  let failures = 0;
  const turn = async (): Promise<number> => {
    try {
      poll.report(await ask(poll));
      if (failures > 0) log.info({ venue: name, path: request.path, failures }, 'a market answers again');
      failures = 0;
      return poll.intervalMs;
    } catch (error) {
      if (stopping.aborted) return 0;
      failures += 1;
      poll.onFailure(name);
      // Logs once per outage; the metric counts all failures.
      if (failures === 1) {
        log.warn({ venue: name, path: request.path, reason: reasonOf(error) }, 'a market does not answer');
      }
      const retryAfterMs = error instanceof VenueFailure ? error.retryAfterMs : 0;
      return pauseAfter(failures, poll.intervalMs, Math.random(), retryAfterMs);
    }
  };
  return startLoop(stopping, turn).ended;
}

type Asking = Pick<Poll, 'baseUrl' | 'timeoutMs' | 'client' | 'request' | 'stopping'>;

async function ask(poll: Asking): Promise<Quote[]> {
  const { agent, fetch } = await poll.client;
  const response = await fetch(poll.baseUrl + poll.request.path, {
    dispatcher: agent,
    redirect: 'error',
    headers: { accept: 'application/json', 'user-agent': 'Praca' },
    signal: AbortSignal.any([poll.stopping, AbortSignal.timeout(poll.timeoutMs)]),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new VenueFailure(
      `status ${response.status}`,
      parseRetryAfter(response.headers.get('retry-after'), Date.now()),
    );
  }
  const quotes = poll.request.read(JSON.parse(await readBounded(response)));
  if (quotes.length === 0) throw new VenueFailure('no price in the answer');
  return quotes;
}

/** Limits the body, so that an endless answer cannot fill the memory. */
async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maximumBodyBytes) throw new VenueFailure('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
