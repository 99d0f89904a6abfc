import { createHmac, timingSafeEqual } from 'node:crypto';
import { base32nopad } from '@scure/base';

const stepSeconds = 30;

export interface CodeOptions {
  algorithm?: 'sha1' | 'sha256' | 'sha512';
  digits?: number;
}

/**
 * Computes RFC 4226 over the number of the time step, which is RFC 6238. SHA-1 and six digits are what authenticator
 * apps support.
 */
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
 * Returns the time step of the code: the current one or an adjacent one, for clock drift and slow typing. Steps up to
 * `lastStep` are used. All steps are compared, so that the duration does not reveal which one matched.
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

/** Returns the URI that authenticator apps read from a QR code. */
export function otpauthUri(issuer: string, account: string, secret: Buffer): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const parameters = {
    secret: base32nopad.encode(secret),
    issuer,
    algorithm: 'SHA1',
    digits: '6',
    period: String(stepSeconds),
  };
  // Percent-encoded and not form-encoded: apps show a plus sign as it is.
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `otpauth://totp/${label}?${query.join('&')}`;
}
