import type { PushVerdict } from './push-service.rules.ts';

const minuteMs = 60_000;

interface ApnsFault {
  reason: string;
  /** Time in milliseconds at which APNs found that the token is no longer valid. */
  timestamp: number | undefined;
}

/**
 * Classifies a response of APNs. Source:
 * https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns.
 */
export function classifyApns(status: number, body: string): PushVerdict {
  if (status === 200) return { kind: 'delivered' };
  const fault = readFault(body);
  const reason = `${status} ${fault.reason}`.trim();
  if (status === 410) return { kind: 'gone', sinceMs: fault.timestamp };
  if (status === 400) return classifyBadRequest(fault.reason, reason);
  // The signing key, its id, the team or the topic is wrong. Only the operator can correct it, and it affects every
  // device.
  if (status === 403) return { kind: 'later', reason, everything: true };
  if (status === 429) return classifyTooMany(fault.reason, reason);
  // `Shutdown` means that one of Apple’s servers closes its connection. Another server can be used at once.
  if (status >= 500)
    return { kind: 'later', reason, everything: status === 503 && fault.reason !== 'Shutdown' };
  return { kind: 'refused', reason };
}

function classifyBadRequest(code: string, reason: string): PushVerdict {
  // The token is invalid, or belongs to the other environment; each registration names its environment.
  if (code === 'BadDeviceToken') return { kind: 'gone' };
  if (code === 'IdleTimeout') return { kind: 'later', reason };
  // Includes DeviceTokenNotForTopic: a wrong topic in the settings must not delete every device.
  return { kind: 'refused', reason };
}

function classifyTooMany(code: string, reason: string): PushVerdict {
  // Apple allows a new provider token every 20 minutes. A process that restarts too often exceeds that.
  if (code === 'TooManyProviderTokenUpdates')
    return { kind: 'later', reason, afterMs: 20 * minuteMs, everything: true };
  // Applies to this device only.
  return { kind: 'later', reason, afterMs: minuteMs };
}

/** Returns true if a newly signed token may help. */
export const isTokenStale = (status: number, body: string): boolean =>
  status === 403 && readFault(body).reason === 'ExpiredProviderToken';

function readFault(body: string): ApnsFault {
  const fault: ApnsFault = { reason: '', timestamp: undefined };
  try {
    const given = JSON.parse(body) as { reason?: unknown; timestamp?: unknown } | null;
    // The reason is logged, so it must look like a code.
    if (typeof given?.reason === 'string' && /^[A-Za-z]{1,60}$/.test(given.reason))
      fault.reason = given.reason;
    if (typeof given?.timestamp === 'number') fault.timestamp = given.timestamp;
  } catch {
    // The response came from a server between here and Apple.
  }
  return fault;
}
