import { OutboundError, safeFetch } from '../../../platform/outbound/safe-fetch.ts';
import { parseRetryAfter } from '../../../platform/retry-after.ts';
import {
  classifyWebPush,
  pushTimeoutMs,
  pushTtlSeconds,
  type PushVerdict,
} from '../push/push-service.rules.ts';
import type { SocialContext } from '../../social.context.ts';
import { findEndpointFault } from './check-endpoint.ts';
import { getPushKeys } from './push-keys.ts';
import type { PushPayload, Subscription } from './push.rules.ts';

/** Only the status matters; the rest of the response is discarded. */
const maximumAnswerBytes = 4096;

export interface WebPush {
  subscription: Subscription;
  payload: PushPayload;
  isUrgent: boolean;
  collapseId: string;
}

/**
 * Sends a notification encrypted for the browser (RFC 8291), so that the push service learns neither sender nor
 * content.
 */
export async function sendWebPush(context: SocialContext, push: WebPush): Promise<PushVerdict> {
  const mayBePrivate = context.settings.PUSH_PRIVATE_ENDPOINTS;
  // Checked again, because the setting may have changed since registration. A forbidden endpoint counts as gone.
  if (findEndpointFault(push.subscription.endpoint, mayBePrivate) !== undefined) return { kind: 'gone' };
  const { publicKey, privateKey } = await getPushKeys(context);
  const { default: webPush } = await import('web-push');
  const subject = context.publicUrl.startsWith('https:') ? context.publicUrl : 'mailto:staff@praca.example';
  const request = webPush.generateRequestDetails(push.subscription, JSON.stringify(push.payload), {
    vapidDetails: { subject, publicKey, privateKey },
    TTL: pushTtlSeconds,
    urgency: push.isUrgent ? 'high' : 'normal',
    topic: push.collapseId,
    contentEncoding: 'aes128gcm',
  });
  try {
    const { status, headers } = await safeFetch(request.endpoint, {
      method: 'POST',
      headers: textOf(request.headers),
      body: request.body,
      timeoutMs: pushTimeoutMs,
      maximumBytes: maximumAnswerBytes,
      whenTooLarge: 'cut',
      allowPrivate: mayBePrivate,
    });
    const retryAfter = headers['retry-after'];
    const retryAfterMs = parseRetryAfter(typeof retryAfter === 'string' ? retryAfter : null, Date.now());
    return classifyWebPush(status, retryAfterMs);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { kind: 'later', reason: error.message, everything: true };
  }
}

const textOf = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
