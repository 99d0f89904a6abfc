import { isPublicHost } from '../../platform/outbound/public-host.ts';
import { invalidField } from '../../platform/problem.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantWords } from '../details/merchant-words.rules.ts';

/** Checks a URL and returns its normalised form. The addresses behind its name are checked at each connection. */
export function checkEndpointUrl(context: Pick<MerchantContext, 'settings'>, text: string): string {
  const { WEBHOOK_HTTP: http, WEBHOOK_PRIVATE_ADDRESSES: privateAddresses } = context.settings;
  // The URL parser drops line breaks, so the stored URL would differ from the given one.
  const url = !/[\s\p{Cc}]/u.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !(url.protocol === 'https:' || (http && url.protocol === 'http:'))) {
    throw invalidField('url', 'malformed', http ? merchantWords.httpAddress : merchantWords.httpsAddress);
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidField('url', 'not_allowed', merchantWords.holdsCredentials);
  }
  if (!privateAddresses && !isPublicHost(url)) {
    throw invalidField('url', 'not_public', merchantWords.publicAddress);
  }
  // Fragments are never sent to a server.
  url.hash = '';
  return url.href;
}
