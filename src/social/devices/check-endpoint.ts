import { isPublicHost } from '../../platform/outbound/public-host.ts';

/** What can be told of an endpoint without asking for its address; the address is looked at when it is connected to. */
export function findEndpointFault(endpoint: string, mayBePrivate: boolean): string | undefined {
  // Other characters would be sent encoded, and are longer in bytes than the index of addresses can hold.
  if (!/^[\x21-\x7e]+$/.test(endpoint) || !URL.canParse(endpoint)) return 'must be a URL';
  const url = new URL(endpoint);
  if (url.username !== '' || url.password !== '') return 'must not contain credentials';
  if (url.protocol !== 'https:' && !(mayBePrivate && url.protocol === 'http:'))
    return 'must begin with https://';
  return mayBePrivate || isPublicHost(url) ? undefined : 'must be a public address';
}
