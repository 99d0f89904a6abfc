import { createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';

/** Apple accepts a token for an hour and a new one at most every 20 minutes. */
const renewAfterMs = 45 * 60_000;
const renewNotBeforeMs = 20 * 60_000;

/** Reads the .p8 file from Apple: unchanged, in base64, or only the part between its first and last line. */
export function readApnsKey(given: string): KeyObject | undefined {
  const text = given.replaceAll(String.raw`\n`, '\n');
  const decoded = Buffer.from(text, 'base64');
  return (
    readKey(() => createPrivateKey(text)) ??
    readKey(() => createPrivateKey(decoded.toString('utf8'))) ??
    readKey(() => createPrivateKey({ key: decoded, format: 'der', type: 'pkcs8' }))
  );
}

function readKey(read: () => KeyObject): KeyObject | undefined {
  try {
    const key = read();
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined;
  } catch {
    return undefined;
  }
}

export interface ApnsKey {
  key: KeyObject;
  keyId: string;
  teamId: string;
}

export interface ProviderTokens {
  get(): Promise<string>;
  /** Replaces a token that was rejected as expired. Returns false if the current one is too recent to be replaced. */
  renew(token: string): boolean;
}

/**
 * Provides one token for all requests of this process. `worldNowMs` is real time, because tokens are dated in real
 * time.
 */
export function openProviderTokens(apns: ApnsKey, worldNowMs: () => number): ProviderTokens {
  let kept: { token: Promise<string>; text?: string; issuedMs: number } | undefined;
  return {
    async get() {
      const nowMs = worldNowMs();
      if (!kept || nowMs - kept.issuedMs >= renewAfterMs)
        kept = { token: sign(apns, nowMs), issuedMs: nowMs };
      const current = kept;
      return (current.text = await current.token);
    },
    renew(token) {
      // Another request has already replaced it.
      if (kept?.text !== token) return true;
      if (worldNowMs() - kept.issuedMs < renewNotBeforeMs) return false;
      kept = undefined;
      return true;
    },
  };
}

function sign({ key, keyId, teamId }: ApnsKey, nowMs: number): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setIssuedAt(Math.floor(nowMs / 1000))
    .sign(key);
}
