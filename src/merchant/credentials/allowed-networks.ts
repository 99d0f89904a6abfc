import { BlockList, isIP } from 'node:net';
import { invalidField } from '../../platform/problem.ts';

const mostNetworks = 20;

/** `203.0.113.0/24`, or a single address; one on each line, or between commas. */
export function parseNetworks(text: string): string[] {
  const given = text.split(/[\s,;]+/).filter((part) => part !== '');
  if (given.length > mostNetworks) {
    throw invalidField('networks', 'too_long', `must have at most ${mostNetworks} items`);
  }
  return given.map((part) => {
    const [address = '', bits, ...rest] = part.split('/');
    const version = isIP(address);
    const most = version === 4 ? 32 : 128;
    const isNumber = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
    if (version === 0 || !isNumber || rest.length > 0) {
      throw invalidField('networks', 'malformed', 'must be networks such as 203.0.113.0/24 or 2001:db8::/32');
    }
    return `${address.toLowerCase()}/${bits === undefined ? most : Number(bits)}`;
  });
}

const lists = new WeakMap<readonly string[], BlockList>();

/** Every network is allowed where none is named. */
export function isAllowedFrom(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true;
  let list = lists.get(networks);
  if (!list) {
    list = new BlockList();
    for (const network of networks) {
      const [start = '', bits = '0'] = network.split('/');
      list.addSubnet(start, Number(bits), isIP(start) === 4 ? 'ipv4' : 'ipv6');
    }
    lists.set(networks, list);
  }
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
}
