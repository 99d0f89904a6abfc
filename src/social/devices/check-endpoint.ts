import { BlockList, isIP, isIPv6 } from 'node:net';

/** Networks that no push service lives in. Whoever could name them would have this server knock on its own doors. */
const closed = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(network, prefix, 'ipv4');

/** All of the public IPv6 internet; tunnels to IPv4 inside it are excepted below. */
const open = new BlockList();
open.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed.addSubnet(network, prefix, 'ipv6');

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  if (isIPv6(address)) return open.check(address, 'ipv6') && !closed.check(address, 'ipv6');
  return !closed.check(address, 'ipv4');
}

/** What can be told of an endpoint without asking for its address; the address is looked at when it is connected to. */
export function findEndpointFault(endpoint: string, mayBePrivate: boolean): string | undefined {
  if (!URL.canParse(endpoint)) return 'must be a URL';
  const { protocol, hostname, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return 'must not contain credentials';
  if (protocol !== 'https:' && !(mayBePrivate && protocol === 'http:')) return 'must begin with https://';
  if (mayBePrivate) return undefined;
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) !== 0 && !isPublicAddress(address)) return 'must be a public address';
  return /(?:^|\.)(?:localhost|local|internal)$/i.test(hostname) || !/[.:]/.test(address)
    ? 'must be a public address'
    : undefined;
}
