import { BlockList, isIP } from 'node:net';

/** Networks that IANA reserves for other uses than the public internet. */
const reserved = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  reserved.addSubnet(network, bits);
}
for (const [network, bits] of [
  ['2001::', 23], // includes Teredo, which leads to an IPv4 address of the sender's choice
  ['2001:db8::', 32],
  ['2002::', 16], // 6to4, which does the same
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const) {
  reserved.addSubnet(network, bits, 'ipv6');
}
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** Returns true if an address from a resolver or a URL is on the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !reserved.check(address);
  const groups = isIP(address) === 6 ? parseIpv6(address) : undefined;
  if (!groups) return false;
  const embedded = embeddedIpv4(groups);
  if (embedded !== undefined) return !reserved.check(embedded);
  return globalUnicast.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
}

/** Returns the eight groups, or undefined for an address with a zone such as %eth0, which is never public. */
function parseIpv6(address: string): number[] | undefined {
  if (!URL.canParse(`http://[${address}]`)) return undefined;
  const text = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = text.split('::');
  const read = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  if (tail === undefined) return read(head);
  const [first, last] = [read(head), read(tail)];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

/** Returns the IPv4 address that ::ffff:a.b.c.d or 64:ff9b::a.b.c.d leads to, because that address decides. */
function embeddedIpv4(groups: readonly number[]): string | undefined {
  const prefix = groups
    .slice(0, 6)
    .map((group) => group.toString(16))
    .join(':');
  const mapped = prefix === '0:0:0:0:0:ffff';
  const translated = prefix === '64:ff9b:0:0:0:0';
  if (!mapped && !translated) return undefined;
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}
