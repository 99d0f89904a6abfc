import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Names that are never resolved outside a machine or its network. */
const localNames = /(?:^|\.)(?:localhost|localdomain|local|internal|home\.arpa)$/;

/**
 * Returns true if the host of a URL may be on the public internet, without resolving it. The dispatcher checks the
 * resolved address with every connection. The URL parser has already normalised all notations of an IPv4 address
 * (decimal, octal, hex, short).
 */
export function isPublicHost({ hostname }: URL): boolean {
  const host = hostname
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.+$/, '')
    .toLowerCase();
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !localNames.test(host);
}
