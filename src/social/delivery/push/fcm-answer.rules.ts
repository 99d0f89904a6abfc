import type { PushVerdict } from './push-service.rules.ts';

const fcmError = 'type.googleapis.com/google.firebase.fcm.v1.FcmError';
const badRequest = 'type.googleapis.com/google.rpc.BadRequest';

/** Waiting time that FCM recommends for a 429 response without Retry-After. */
const quotaWaitMs = 60_000;

interface FcmFault {
  /** Error code of FCM, such as UNREGISTERED. Empty if another server answered. */
  errorCode: string;
  /** Status code of all Google services, such as NOT_FOUND. */
  status: string;
  message: string;
  /** Names of the request fields with errors. */
  fields: string[];
}

/** Classifies a response of FCM. Source: https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode. */
export function classifyFcm(status: number, body: string, retryAfterMs?: number): PushVerdict {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  const fault = readFault(body);
  const code = fault.errorCode || fault.status;
  const reason = `${status} ${code}`.trim();
  if (status === 404 && fault.errorCode === 'UNREGISTERED') return { kind: 'gone' };
  if (status === 400 && isAboutToken(fault)) return { kind: 'gone' };
  if (status === 429) return { kind: 'later', reason, afterMs: retryAfterMs ?? quotaWaitMs };
  if (status >= 500) return { kind: 'later', reason, afterMs: retryAfterMs, everything: status === 503 };
  // The account may not send, or its token is refused. Only the operator can correct it, and it affects every device.
  if (isAccountFault(status, fault)) return { kind: 'later', reason, everything: true };
  // Includes SENDER_ID_MISMATCH: the token or the account belongs to another project. A wrong account must not delete
  // every device.
  return { kind: 'refused', reason };
}

/** Returns true if a new access token may help, so the error is not caused by the device. */
export function isTokenRefused(status: number, body: string): boolean {
  return status === 401 && readFault(body).errorCode !== 'THIRD_PARTY_AUTH_ERROR';
}

function isAccountFault(status: number, { errorCode }: FcmFault): boolean {
  return (status === 401 || status === 403) && errorCode === '';
}

/**
 * INVALID_ARGUMENT means either an invalid token or an invalid message. Only the first is an error of the device; the
 * second is a bug here and would affect every device.
 */
function isAboutToken({ errorCode, status, message, fields }: FcmFault): boolean {
  if (errorCode !== 'INVALID_ARGUMENT' && status !== 'INVALID_ARGUMENT') return false;
  if (fields.length > 0) return fields.every((field) => field === 'message.token');
  return errorCode === 'INVALID_ARGUMENT' && /registration token/i.test(message);
}

function readFault(body: string): FcmFault {
  const fault: FcmFault = { errorCode: '', status: '', message: '', fields: [] };
  const error = record(record(parse(body))['error']);
  fault.status = word(error['status']);
  fault.message = text(error['message']);
  for (const item of list(error['details'])) {
    const detail = record(item);
    if (detail['@type'] === fcmError) fault.errorCode = word(detail['errorCode']);
    if (detail['@type'] === badRequest)
      fault.fields.push(
        ...list(detail['fieldViolations']).map((violation) => text(record(violation)['field'])),
      );
  }
  return fault;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // A page from a proxy, or a truncated response.
    return undefined;
  }
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
/** The value is logged, so it must look like a code. */
const word = (value: unknown): string => (/^[A-Z_]{1,60}$/.test(text(value)) ? text(value) : '');
