import { BlockList, isIP } from 'node:net';
import { invalidField } from '../../../platform/problem.ts';
import { fieldWords } from '../../../platform/words/field-words.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';

const mostNetworks = 20;

/** Parses networks such as `203.0.113.0/24` and single addresses, separated by white space, commas or semicolons. */
export function parseNetworks(text: string): string[] {
  const given = text.split(/[\s,;]+/).filter((part) => part !== '');
  if (given.length > mostNetworks) {
    throw invalidField('networks', 'too_long', fieldWords.mostItems, { most: mostNetworks });
  }
  return given.map((part) => {
    const [address = '', bits, ...rest] = part.split('/');
    const version = isIP(address);
    const most = version === 4 ? 32 : 128;
    const isNumber = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
    if (version === 0 || !isNumber || rest.length > 0) {
      throw invalidField('networks', 'malformed', merchantWords.networks);
    }
    return `${address.toLowerCase()}/${bits === undefined ? most : Number(bits)}`;
  });
}

const lists = new WeakMap<readonly string[], BlockList>();

/** Returns whether the address is allowed. An empty list allows every address. */
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
