import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

export const newWebhookSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`;

/** Signs according to Standard Webhooks, version 1: one signature for each secret, separated by spaces. */
export function signDelivery(
  secrets: readonly string[],
  id: string,
  timestampSeconds: number,
  body: string,
): string {
  const signed = `${id}.${timestampSeconds}.${body}`;
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), 'base64');
      return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    })
    .join(' ');
}

/** Binds a sealed secret to its endpoint: moved to another row, it cannot be opened. */
export const sealPurpose = (endpointId: string): string => `webhook secret ${endpointId}`;
