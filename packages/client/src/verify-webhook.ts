/** Content of a verified webhook. */
export interface WebhookEvent {
  /** The same for every delivery attempt. Use it to process an event once. */
  readonly id: string;
  readonly at: Date;
  readonly payload: unknown;
}

export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
/** A `Request` of fetch, or the headers and the raw body of any other request. */
export type WebhookRequest = Request | { readonly headers: HeaderSource; readonly body: string | Uint8Array };

const toleranceMs = 5 * 60_000;

/**
 * Verifies a webhook by the Standard Webhooks scheme. Throws a {@link WebhookError} unless it is genuine and at most
 * five minutes old. The body must be the raw bytes: parsing and serialising it again changes the signature.
 */
export async function verifyWebhook(
  request: WebhookRequest,
  secret: string,
  { nowMs = Date.now() }: { readonly nowMs?: number } = {},
): Promise<WebhookEvent> {
  const header = (name: string): string => {
    const { headers } = request;
    const value = headers instanceof Headers ? headers.get(name) : headers[name];
    if (typeof value !== 'string' || value === '') throw new WebhookError(`The header ${name} is missing.`);
    return value;
  };
  const [id, timestamp, signatures] = [
    header('webhook-id'),
    header('webhook-timestamp'),
    header('webhook-signature'),
  ];
  const atMs = Number(timestamp) * 1000;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(nowMs - atMs) > toleranceMs) {
    throw new WebhookError('The webhook is too old, or of the future.');
  }
  const body = request instanceof Request ? await request.text() : readText(request.body);
  const key = await crypto.subtle.importKey(
    'raw',
    decodeSecret(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  // There are several signatures while a secret is rotated.
  for (const signature of signatures.split(' ')) {
    const [version, value] = signature.split(',');
    if (version !== 'v1' || value === undefined) continue;
    const bytes = decodeBase64(value);
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) {
      return { id, at: new Date(atMs), payload: JSON.parse(body) as unknown };
    }
  }
  throw new WebhookError('The signature is not of this secret.');
}

const readText = (body: string | Uint8Array): string =>
  typeof body === 'string' ? body : new TextDecoder().decode(body);

function decodeSecret(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ''));
  if (!bytes) throw new WebhookError('The secret is not one of a webhook.');
  return bytes;
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
