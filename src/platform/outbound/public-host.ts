import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Names that never leave a machine or its network. */
const localNames = /(?:^|\.)(?:localhost|localdomain|local|internal|home\.arpa)$/;

/**
 * Whether the host of a URL may be on the public internet, as far as can be told without asking for its address. What a
 * name leads to is judged with every connection, by the dispatcher. The URL has parsed it before: every way to write
 * an IPv4 address (decimal, octal, hex, short) has become the usual one.
 */
export function isPublicHost({ hostname }: URL): boolean {
  const host = hostname
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.+$/, '')
    .toLowerCase();
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !localNames.test(host);
}
