import type { PushVerdict } from './push-service.rules.ts';

const minuteMs = 60_000;

interface ApnsFault {
  reason: string;
  /** When APNs found that the token is not good any more, in milliseconds. */
  timestamp: number | undefined;
}

/** By https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns. */
export function classifyApns(status: number, body: string): PushVerdict {
  if (status === 200) return { kind: 'delivered' };
  const fault = readFault(body);
  const reason = `${status} ${fault.reason}`.trim();
  if (status === 410) return { kind: 'gone', sinceMs: fault.timestamp };
  if (status === 400) return classifyBadRequest(fault.reason, reason);
  // The signing key, its id, the team or the topic is wrong: mended by the operator, and the same for every device.
  if (status === 403) return { kind: 'later', reason, everything: true };
  if (status === 429) return classifyTooMany(fault.reason, reason);
  // One server of Apple's that goes away says so and closes its connection; the next one may be asked at once.
  if (status >= 500)
    return { kind: 'later', reason, everything: status === 503 && fault.reason !== 'Shutdown' };
  return { kind: 'refused', reason };
}

function classifyBadRequest(code: string, reason: string): PushVerdict {
  // Given by no service of Apple's, or by the other of the two: a phone says with every registration which it is.
  if (code === 'BadDeviceToken') return { kind: 'gone' };
  if (code === 'IdleTimeout') return { kind: 'later', reason };
  // DeviceTokenNotForTopic among them: an operator who stated the wrong topic must not lose every device by it.
  return { kind: 'refused', reason };
}

function classifyTooMany(code: string, reason: string): PushVerdict {
  // A token of ours may be changed every 20 minutes. Of a process that was started anew too often this is asked too much.
  if (code === 'TooManyProviderTokenUpdates')
    return { kind: 'later', reason, afterMs: 20 * minuteMs, everything: true };
  // For this one device.
  return { kind: 'later', reason, afterMs: minuteMs };
}

/** True where a newly signed token may help. */
export const isTokenStale = (status: number, body: string): boolean =>
  status === 403 && readFault(body).reason === 'ExpiredProviderToken';

function readFault(body: string): ApnsFault {
  const fault: ApnsFault = { reason: '', timestamp: undefined };
  try {
    const given = JSON.parse(body) as { reason?: unknown; timestamp?: unknown } | null;
    // Goes into logs: nothing but what a reason looks like.
    if (typeof given?.reason === 'string' && /^[A-Za-z]{1,60}$/.test(given.reason))
      fault.reason = given.reason;
    if (typeof given?.timestamp === 'number') fault.timestamp = given.timestamp;
  } catch {
    // An answer of something between here and Apple.
  }
  return fault;
}
