import { isIP } from 'node:net';
import { isPublicAddress } from '../../platform/outbound/public-address.ts';

const localNames = /(?:^|\.)(?:localhost|localdomain|local|internal|home\.arpa)$/i;

/** What can be told of an endpoint without asking for its address; the address is looked at when it is connected to. */
export function findEndpointFault(endpoint: string, mayBePrivate: boolean): string | undefined {
  if (!URL.canParse(endpoint)) return 'must be a URL';
  const { protocol, hostname, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return 'must not contain credentials';
  if (protocol !== 'https:' && !(mayBePrivate && protocol === 'http:')) return 'must begin with https://';
  if (mayBePrivate) return undefined;
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '');
  const local = isIP(host) === 0 ? !host.includes('.') || localNames.test(host) : !isPublicAddress(host);
  return local ? 'must be a public address' : undefined;
}
