import { isPublicHost } from '../../platform/outbound/public-host.ts';
import { invalidField } from '../../platform/problem.ts';
import type { MerchantContext } from '../merchant.context.ts';

/** The address as it will be used. What its name leads to is judged anew with every connection. */
export function checkEndpointUrl(context: Pick<MerchantContext, 'settings'>, text: string): string {
  const { WEBHOOK_HTTP: http, WEBHOOK_PRIVATE_ADDRESSES: privateAddresses } = context.settings;
  // The parser drops line breaks, and what is stored would not be what was sent.
  const url = !/[\s\p{Cc}]/u.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !(url.protocol === 'https:' || (http && url.protocol === 'http:'))) {
    throw invalidField(
      'url',
      'malformed',
      `must be an address that begins with https://${http ? ' or http://' : ''}`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidField('url', 'not_allowed', 'must not hold a user name or password');
  }
  if (!privateAddresses && !isPublicHost(url)) {
    throw invalidField('url', 'not_public', 'must lead to a public address');
  }
  // A fragment is for browsers and would never be sent.
  url.hash = '';
  return url.href;
}
