import type { Dispatcher } from 'undici';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import { parseRetryAfter } from '../../../platform/retry-after.ts';
import {
  readTraceparent,
  runSpan,
  startSpan,
  traceHeaders,
} from '../../../platform/telemetry/traces/trace.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { ClaimedDelivery } from './claim.store.ts';
import { sealPurpose, signDelivery } from './sign-delivery.ts';
import { attemptTimeoutMs, bodyOf, headersOf, type Attempt } from '../queue/webhook.rules.ts';

/** The status decides about the delivery; only this much of the body is read. */
const maximumAnswerBytes = 4096;
const excerptCharacters = 200;
/** Time for reading the rest of an answer, so that its connection can be reused. */
const drainTimeoutMs = 1000;

export interface AttemptResult {
  attempt: Attempt;
  retryAfterMs: number | undefined;
}

type Context = Pick<MerchantContext, 'clock' | 'sealer' | 'tracer'>;

/** Sends one request. Failures are returned as results; it throws only if `stop` is aborted. */
export async function attemptDelivery(
  context: Context,
  dispatcher: Dispatcher,
  delivery: ClaimedDelivery,
  stop: AbortSignal,
): Promise<AttemptResult> {
  const attemptedAt = context.clock.now().toISOString();
  const startedMs = performance.now();
  const deadline = AbortSignal.timeout(attemptTimeoutMs);
  const span = startSpan(
    context.tracer,
    { name: 'webhook', kind: 'client', attributes: { 'praca.event_type': delivery.event_type } },
    readTraceparent(delivery.traceparent, context.tracer),
  );
  const signal = AbortSignal.any([deadline, stop]);
  const outcome = await runSpan(span, () => post(context, dispatcher, delivery, signal)).catch(
    (error: unknown): Answer => {
      stop.throwIfAborted();
      return { status: null, error: deadline.aborted ? 'timed_out' : nameError(error), excerpt: null };
    },
  );
  return {
    attempt: {
      attempted_at: attemptedAt,
      duration_ms: Math.round(performance.now() - startedMs),
      response_status: outcome.status,
      error: outcome.error,
      response_excerpt: outcome.excerpt,
    },
    retryAfterMs: parseRetryAfter(outcome.retryAfter, Date.now()),
  };
}

interface Answer {
  status: number | null;
  error: string | null;
  excerpt: string | null;
  retryAfter?: string | undefined;
}

async function post(
  context: Context,
  dispatcher: Dispatcher,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<Answer> {
  const url = new URL(delivery.url);
  const body = bodyOf(delivery);
  // Real time instead of the service's clock, because receivers reject timestamps that differ by minutes from theirs.
  const timestamp = Math.floor(Date.now() / 1000);
  const {
    statusCode,
    headers,
    body: answer,
  } = await dispatcher.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: 'POST',
    headers: {
      ...headersOf(
        delivery.id,
        String(timestamp),
        signDelivery(secretsOf(context, delivery), delivery.id, timestamp, body),
      ),
      ...traceHeaders(),
    },
    body,
    signal,
    headersTimeout: attemptTimeoutMs,
    bodyTimeout: attemptTimeoutMs,
  });
  const text = await readStart(answer);
  if (statusCode >= 200 && statusCode < 300) return { status: statusCode, error: null, excerpt: null };
  const redirects = statusCode >= 300 && statusCode < 400;
  const retryAfter = headers['retry-after'];
  return {
    status: statusCode,
    error: redirects ? 'redirect_not_followed' : 'unexpected_status',
    excerpt: excerptOf(text),
    retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
  };
}

function secretsOf(context: Context, delivery: ClaimedDelivery): string[] {
  const purpose = sealPurpose(delivery.endpoint_id);
  const previous = delivery.sealed_previous_secret;
  const current = context.sealer.open(delivery.sealed_secret, purpose);
  if (previous === null || (delivery.previous_secret_expires_at ?? 0) <= context.clock.now())
    return [current];
  return [current, context.sealer.open(previous, purpose)];
}

/** Reads the first bytes of an answer. Errors are ignored, because the status is known already. */
async function readStart(answer: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let received = 0;
  // A slower answer closes its connection.
  const timer = setTimeout(() => answer.destroy(), drainTimeoutMs);
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      received += chunk.length;
      if (received >= maximumAnswerBytes) break;
    }
  } catch {
    // The bytes received before a connection error are kept.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks);
}

/** Returns one line without characters that databases or terminals reject. */
function excerptOf(bytes: Buffer): string | null {
  const text = bytes
    .toString('utf8')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\s]+/gu, ' ')
    .trim();
  return text === '' ? null : text.slice(0, excerptCharacters).toWellFormed();
}

const errorNames: Record<string, string> = {
  ENOTFOUND: 'name_not_found',
  EAI_AGAIN: 'name_not_found',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
  UND_ERR_SOCKET: 'connection_lost',
  UND_ERR_CONNECT_TIMEOUT: 'timed_out',
  UND_ERR_HEADERS_TIMEOUT: 'timed_out',
  UND_ERR_HEADERS_OVERFLOW: 'invalid_response',
};

/** Returns a short error for the merchant. It does not reveal that a private address was reached. */
function nameError(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutboundError)
      return cause.code === 'forbidden_address' ? 'address_not_public' : cause.code;
    const code = 'code' in cause ? String(cause.code) : '';
    if (errorNames[code] !== undefined) return errorNames[code];
    if (cause.name === 'HTTPParserError') return 'invalid_response';
    if (/^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)) return 'tls_failed';
    if (cause instanceof AggregateError && cause.errors.length > 0) return nameError(cause.errors[0]);
  }
  return 'connection_failed';
}
