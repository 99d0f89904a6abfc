import { OutboundError, safeFetch } from '../../../platform/outbound/safe-fetch.ts';
import { parseRetryAfter } from '../../../platform/retry-after.ts';
import type { FcmAccount } from './fcm-account.ts';
import { classifyFcm, isTokenRefused } from './fcm-answer.rules.ts';
import { AccessRefused, openAccessTokens } from './google-access-tokens.ts';
import { fcmRequest } from './phone-push.rules.ts';
import type { PhonePush, PushVerdict } from './push-service.rules.ts';

export interface PhoneService {
  send(push: PhonePush): Promise<PushVerdict>;
  close(): void;
}

export interface FcmOptions {
  account: FcmAccount;
  /** Address without a trailing slash. */
  url: string;
  tokenUrl: string;
  timeoutMs: number;
  worldNowMs: () => number;
}

/** Connects to Google’s push service FCM (HTTP v1), for Android and other apps registered with it. */
export function openFcm(options: FcmOptions): PhoneService {
  const { account, url, tokenUrl, timeoutMs, worldNowMs } = options;
  const tokens = openAccessTokens(account, { tokenUrl, timeoutMs, worldNowMs });
  const address = `${url}/v1/projects/${account.projectId}/messages:send`;
  const post = async (push: PhonePush, token: string) => {
    const { status, headers, body } = await safeFetch(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(fcmRequest(push, worldNowMs())),
      timeoutMs,
      maximumBytes: 65_536,
      whenTooLarge: 'cut',
      // The operator sets the address, so private networks are allowed.
      allowPrivate: true,
    });
    const retryAfter = headers['retry-after'];
    return {
      status,
      body: body.toString('utf8'),
      retryAfterMs: parseRetryAfter(typeof retryAfter === 'string' ? retryAfter : undefined, worldNowMs()),
    };
  };
  return {
    async send(push) {
      try {
        const token = await tokens.get();
        let answer = await post(push, token);
        if (isTokenRefused(answer.status, answer.body)) {
          tokens.forget(token);
          answer = await post(push, await tokens.get());
        }
        return classifyFcm(answer.status, answer.body, answer.retryAfterMs);
      } catch (error) {
        if (!(error instanceof OutboundError || error instanceof AccessRefused)) throw error;
        return { kind: 'later', reason: error.message, everything: true };
      }
    },
    close() {},
  };
}
