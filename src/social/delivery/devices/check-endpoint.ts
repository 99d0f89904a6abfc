import { isPublicHost } from '../../../platform/outbound/public-host.ts';
import type { Words } from '../../../platform/http/language.ts';
import { socialWords } from '../../details/social-words.rules.ts';

/** Checks an endpoint without resolving its host. The resolved address is checked when connecting. */
export function findEndpointFault(endpoint: string, mayBePrivate: boolean): Words | undefined {
  // Other characters would be percent-encoded and exceed the length that the index of endpoints allows.
  if (!/^[\x21-\x7e]+$/.test(endpoint) || !URL.canParse(endpoint)) return socialWords.url;
  const url = new URL(endpoint);
  if (url.username !== '' || url.password !== '') return socialWords.noCredentialsInEndpoint;
  if (url.protocol !== 'https:' && !(mayBePrivate && url.protocol === 'http:')) return socialWords.beginHttps;
  return mayBePrivate || isPublicHost(url) ? undefined : socialWords.publicAddress;
}
