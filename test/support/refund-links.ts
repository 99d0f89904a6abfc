import assert from 'node:assert/strict';
import type { LightMyRequestResponse } from 'fastify';
import type { TestApp } from './app.ts';
import type { MerchantClient } from './merchant.ts';

export interface MadeLink {
  refund_link_id: string;
  payment_reference_id: string;
  refund_link_status: string;
  refund_amount: string | null;
  refund_id: string | null;
  expires_at: string;
  url: string;
}

export async function makeLink(client: MerchantClient, id: string, amount?: string): Promise<MadeLink> {
  const answer = await client.post(`/payments/${id}/refund-links`, {
    refund_reason: 'Returned goods',
    ...(amount === undefined ? {} : { refund_amount: amount }),
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

export const readLink = async (client: MerchantClient, { refund_link_id: id }: MadeLink): Promise<MadeLink> =>
  (await client.get(`/refund-links/${id}`)).json();

export const tokenOf = ({ url }: MadeLink): string => new URL(url).searchParams.get('token') ?? '';

/** Opens the claim page. */
export const openLink = ({ app }: Pick<TestApp, 'app'>, link: MadeLink, lang = 'en') =>
  app.inject({ url: `/pay/refund?token=${tokenOf(link)}&lang=${lang}` });

/** Submits the form of the claim page. Without `confirmed` it only asks for the confirmation. */
export const submitClaim = (
  { app }: Pick<TestApp, 'app'>,
  link: MadeLink,
  fields: Readonly<Record<string, string>>,
): Promise<LightMyRequestResponse> =>
  app.inject({
    method: 'POST',
    url: '/pay/refund',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ token: tokenOf(link), lang: 'en', ...fields }).toString(),
  });

export const claim = (praca: Pick<TestApp, 'app'>, link: MadeLink, address: string) =>
  submitClaim(praca, link, { refund_address: address, confirmed: 'yes' });
