import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import { safeFetch } from '../../../platform/outbound/safe-fetch.ts';
import {
  currentTrace,
  runSpan,
  startSpan,
  traceHeaders,
  type Tracer,
} from '../../../platform/telemetry/traces/trace.ts';
import { StartError } from '../../../platform/start-error.ts';
import { decimalsOf } from '../../assets/asset.rules.ts';
import { parseAmount } from '../../../platform/money.ts';
import type { MerchantSettings } from '../../merchant.context.ts';
import { signDelivery } from '../../webhooks/sending/sign-delivery.ts';
import { markOf, readAnswer, type ScreeningAnswer, type ScreeningQuestion } from './screener.rules.ts';

export type ScreeningReply = ScreeningAnswer | { readonly fault: string };

/** Decides whether coins may be credited or sent. */
export interface Screener {
  /** Never throws: every error is returned as a fault. `attempts` is the number of earlier attempts. */
  ask(question: ScreeningQuestion, attempts: number): Promise<ScreeningReply>;
}

/** Length limit of an answer, far above what one of the three words and a reason need. */
const maximumAnswerBytes = 16_384;

/** Opens the configured screener. Undefined if the settings name neither a service nor the sandbox's marks. */
export function openScreener(settings: MerchantSettings, tracer?: Tracer): Screener | undefined {
  const service = readScreening(settings);
  if (!service) return settings.SCREENING_MARKS ? markedAmounts : undefined;
  const ask = httpScreener(service.url, service.secret, settings.SCREENING_TIMEOUT_SECONDS * 1000);
  const start = { name: 'screening', kind: 'client' } as const;
  return {
    ask: (question) => runSpan(startSpan(tracer, start, currentTrace()), () => ask(question)),
  };
}

/** Reads the configured service. Throws an explanation if the settings do not fit together. */
export function readScreening({
  SCREENING_URL: url,
  SCREENING_SECRET: secret,
}: Pick<MerchantSettings, 'SCREENING_URL' | 'SCREENING_SECRET'>):
  | { url: string; secret: string }
  | undefined {
  if (url === '') return undefined;
  if (!/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret)) {
    throw new StartError(
      'SCREENING_URL needs SCREENING_SECRET, which signs the requests: whsec_ and 24 bytes or more in base64.',
    );
  }
  return { url, secret };
}

const httpScreener =
  (url: string, secret: string, timeoutMs: number) =>
  async (question: ScreeningQuestion): Promise<ScreeningReply> => {
    const body = JSON.stringify(question);
    // Real time, as with webhooks, because receivers compare it with their own clocks.
    const timestamp = Math.floor(Date.now() / 1000);
    try {
      const answer = await safeFetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Praca-Screening/1.0',
          ...traceHeaders(),
          'webhook-id': question.screening_id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': signDelivery([secret], question.screening_id, timestamp, body),
        },
        body,
        timeoutMs,
        maximumBytes: maximumAnswerBytes,
        // The operator configured the URL, and it may be in the operator's own network.
        allowPrivate: true,
      });
      return readAnswer(answer.status, answer.body.toString('utf8'));
    } catch (error) {
      return { fault: error instanceof OutboundError ? error.code : 'could not be asked' };
    }
  };

const markedAmounts: Screener = {
  async ask(question, attempts) {
    const coin = question.cryptocurrency_code;
    const amount = parseAmount(question.cryptocurrency_amount, decimalsOf(coin));
    const mark = 'minor' in amount ? markOf(coin, amount.minor) : undefined;
    if (mark === 'late') return attempts === 0 ? { fault: 'timed_out' } : { decision: 'allow', reason: null };
    return { decision: mark ?? 'allow', reason: mark === undefined ? null : 'a marked amount' };
  },
};
