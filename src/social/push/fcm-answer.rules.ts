import type { PushVerdict } from './push-service.rules.ts';

const fcmError = 'type.googleapis.com/google.firebase.fcm.v1.FcmError';
const badRequest = 'type.googleapis.com/google.rpc.BadRequest';

/** What FCM asks to wait where it says "too many" without saying how long. */
const quotaWaitMs = 60_000;

interface FcmFault {
  /** Of FCM itself, such as UNREGISTERED; empty where something else answered in its place. */
  errorCode: string;
  /** Of all Google's services, such as NOT_FOUND. */
  status: string;
  message: string;
  /** Fields of the request that it found wrong. */
  fields: string[];
}

/** By https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode. */
export function classifyFcm(status: number, body: string, retryAfterMs?: number): PushVerdict {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  const fault = readFault(body);
  const code = fault.errorCode || fault.status;
  const reason = `${status} ${code}`.trim();
  if (status === 404 && fault.errorCode === 'UNREGISTERED') return { kind: 'gone' };
  if (status === 400 && isAboutToken(fault)) return { kind: 'gone' };
  if (status === 429) return { kind: 'later', reason, afterMs: retryAfterMs ?? quotaWaitMs };
  if (status >= 500) return { kind: 'later', reason, afterMs: retryAfterMs, everything: status === 503 };
  // The account may not send, or its token is not taken: mended by the operator, and the same for every device.
  if (isAccountFault(status, fault)) return { kind: 'later', reason, everything: true };
  // SENDER_ID_MISMATCH among them: the token is of another project, or the account is. An operator who took the wrong
  // account must not lose every device by it.
  return { kind: 'refused', reason };
}

/** True where a new access token may help, and the device has nothing to do with it. */
export function isTokenRefused(status: number, body: string): boolean {
  return status === 401 && readFault(body).errorCode !== 'THIRD_PARTY_AUTH_ERROR';
}

function isAccountFault(status: number, { errorCode }: FcmFault): boolean {
  return (status === 401 || status === 403) && errorCode === '';
}

/**
 * The same code is given for a token that is none and for a message that is wrong. Only the first is the device's; the
 * second would be answered to every device, and is ours.
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
    // A page of a proxy, or an answer that was cut.
    return undefined;
  }
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
/** Goes into logs: nothing but what a code looks like. */
const word = (value: unknown): string => (/^[A-Z_]{1,60}$/.test(text(value)) ? text(value) : '');
