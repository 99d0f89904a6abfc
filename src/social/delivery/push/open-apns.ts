import { createHash } from 'node:crypto';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import { classifyApns, isTokenStale } from './apns-answer.rules.ts';
import { openProviderTokens, type ApnsKey } from './apns-key.ts';
import { Http2Connection, type Http2Answer } from './http2-connection.ts';
import type { PhoneService } from './open-fcm.ts';
import { apnsPayload, deliveryHeaders, payloadBytes } from './phone-push.rules.ts';
import type { ApnsEnvironment, PhonePush } from './push-service.rules.ts';

export interface ApnsOptions {
  key: ApnsKey;
  topic: string;
  /** Addresses without a trailing slash. */
  urls: Readonly<Record<ApnsEnvironment, string>>;
  timeoutMs: number;
  silentMs?: number;
  worldNowMs: () => number;
}

/** Connects to Apple’s push service over HTTP/2 with tokens signed by this process. */
export function openApns(options: ApnsOptions): PhoneService {
  const { topic, urls, worldNowMs } = options;
  const { timeoutMs, silentMs } = options;
  const connect = (url: string): Http2Connection =>
    new Http2Connection(url, silentMs === undefined ? { timeoutMs } : { timeoutMs, silentMs });
  const connections = { production: connect(urls.production), sandbox: connect(urls.sandbox) };
  const tokens = openProviderTokens(options.key, worldNowMs);
  const post = (push: PhonePush, token: string, payload: string): Promise<Http2Answer> =>
    connections[push.environment].post(
      {
        ':path': `/3/device/${push.token}`,
        authorization: `bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
        'apns-topic': topic,
        'apns-id': apnsId(push),
        ...deliveryHeaders(push, worldNowMs()),
      },
      payload,
    );
  return {
    async send(push) {
      const payload = JSON.stringify(apnsPayload(push));
      if (Buffer.byteLength(payload) > payloadBytes) return { kind: 'refused', reason: 'too large' };
      try {
        const token = await tokens.get();
        let answer = await post(push, token, payload);
        if (isTokenStale(answer.status, answer.body) && tokens.renew(token))
          answer = await post(push, await tokens.get(), payload);
        return classifyApns(answer.status, answer.body);
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error;
        return { kind: 'later', reason: error.message, everything: true };
      }
    },
    close() {
      connections.production.close();
      connections.sandbox.close();
    },
  };
}

/** Returns the same id for every attempt, so that Apple’s logs show one notification: a UUID of version 8. */
function apnsId({ token, collapseId }: PhonePush): string {
  const bytes = createHash('sha256').update(`${token} ${collapseId}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
