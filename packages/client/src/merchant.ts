import { bearer, buildUrl, createCalls, tokenOf, type Calls } from './calls.ts';
import type { MerchantApi } from './generated/merchant.ts';
import { randomId } from './random-id.ts';
import { readAnswer, send, type ClientOptions } from './send.ts';
import { TokenKeeper } from './token-keeper.ts';

export interface MerchantOptions extends ClientOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** A subset of the credential's scopes: `read`. */
  readonly scope?: string;
}

export type Merchant = Calls<MerchantApi>;

/** Payload of a webhook, and item of `GET /events`. */
export type MerchantEvent = MerchantApi['GET /events']['answer'][number];

const encodeBasic = (text: string): string => {
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
};

/**
 * Creates a client for payments, orders and withdrawals. Fetches its token and renews it before it expires. Sends an
 * idempotency key with each creating request, so that it can retry after a lost answer. For servers only, because it
 * holds a secret.
 */
export function merchant(options: MerchantOptions): Merchant {
  const tokens = new TokenKeeper(async () => {
    const query = { grant_type: 'client_credentials', scope: options.scope };
    const response = await send(options, {
      method: 'POST',
      url: buildUrl(options.baseUrl, '/oauth/token', { query }),
      headers: { authorization: `Basic ${encodeBasic(`${options.clientId}:${options.clientSecret}`)}` },
      isRepeatable: true,
    });
    const answer = (await readAnswer(response)) as MerchantApi['POST /oauth/token']['answer'];
    // Milliseconds, unlike in OAuth.
    return { token: answer.access_token, lifetimeMs: answer.expires_in };
  });
  return createCalls<MerchantApi>(options, {
    headers: async () => bearer(await tokens.get()),
    renew: async (refused) => {
      await tokens.replace(tokenOf(refused));
      return true;
    },
    secure: ({ key }) => ({ headers: { 'idempotency-key': key ?? randomId() } }),
  });
}
