import { createHmac, timingSafeEqual } from 'node:crypto';
import { base32nopad } from '@scure/base';

const stepSeconds = 30;

export interface CodeOptions {
  algorithm?: 'sha1' | 'sha256' | 'sha512';
  digits?: number;
}

/** RFC 4226 over the number of the time step, which makes it RFC 6238. Authenticator apps know SHA-1 and six digits. */
export function timeBasedCode(
  secret: Buffer,
  step: number,
  { algorithm = 'sha1', digits = 6 }: CodeOptions = {},
): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac(algorithm, secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

export const stepAt = (ms: number): number => Math.floor(ms / 1000 / stepSeconds);

/**
 * The step whose code this is: the current one, or one beside it for clocks that differ and slow hands. Steps up to
 * `lastStep` have been used. All are compared, so that the time taken does not tell which it was.
 */
export function matchingStep(
  secret: Buffer,
  code: string,
  nowMs: number,
  lastStep: number,
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const now = stepAt(nowMs);
  return [now - 1, now, now + 1]
    .map((step) => ({
      step,
      same: timingSafeEqual(Buffer.from(timeBasedCode(secret, step)), Buffer.from(code)),
    }))
    .find(({ step, same }) => same && step > lastStep)?.step;
}

/** What authenticator apps read from a QR code. */
export function otpauthUri(issuer: string, account: string, secret: Buffer): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const parameters = {
    secret: base32nopad.encode(secret),
    issuer,
    algorithm: 'SHA1',
    digits: '6',
    period: String(stepSeconds),
  };
  // Not as form data: apps show a plus sign where a space was meant.
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `otpauth://totp/${label}?${query.join('&')}`;
}
