import { createPrivateKey, type KeyObject } from 'node:crypto';

/** Required fields of Google’s JSON file for a service account. */
export interface FcmAccount {
  projectId: string;
  clientEmail: string;
  privateKeyId: string;
  privateKey: KeyObject;
  tokenUri: string;
}

/** Returns undefined if the text is not an account that can sign. The error must not contain the secret. */
export function readFcmAccount(given: string): FcmAccount | undefined {
  const account = parse(given) ?? parse(Buffer.from(given, 'base64').toString('utf8'));
  if (!account || account['type'] !== 'service_account') return undefined;
  const [projectId, clientEmail, privateKeyId, pem, tokenUri] = [
    'project_id',
    'client_email',
    'private_key_id',
    'private_key',
    'token_uri',
  ].map((name) => (typeof account[name] === 'string' ? account[name] : ''));
  const privateKey = readRsaKey(pem ?? '');
  if (!privateKey || !projectId || !clientEmail || !privateKeyId) return undefined;
  if (!/^[a-z0-9:.-]+$/i.test(projectId) || !isHttpUrl(tokenUri ?? '')) return undefined;
  return { projectId, clientEmail, privateKeyId, privateKey, tokenUri: tokenUri ?? '' };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function readRsaKey(pem: string): KeyObject | undefined {
  try {
    // Environments without line breaks pass them as two characters.
    const key = createPrivateKey(pem.replaceAll(String.raw`\n`, '\n'));
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    return key.asymmetricKeyType === 'rsa' && bits >= 2048 ? key : undefined;
  } catch {
    return undefined;
  }
}

const isHttpUrl = (text: string): boolean =>
  URL.canParse(text) && ['https:', 'http:'].includes(new URL(text).protocol);
