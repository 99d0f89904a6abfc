import { coins, type CoinCode } from '../../assets/asset.rules.ts';
import type { AddressFault, ParsedAddress } from '../chain.ts';
import { recogniseBase58 } from './base58-address.ts';
import { recogniseCashAddress } from './cash-address.ts';
import { recogniseEthereum } from './ethereum-address.ts';
import type { Network } from './networks.ts';
import type { Reading, Recognise, Recognition } from './reading.ts';
import { recogniseSegwit } from './segwit-address.ts';
import { recogniseXrp, xrpDestination } from './xrp-address.ts';

const formats: readonly Recognise[] = [
  recogniseSegwit,
  recogniseCashAddress,
  recogniseEthereum,
  recogniseXrp,
  recogniseBase58,
];

/** Longer than any address: what is longer is not looked at. */
const longest = 128;

const refuse = (fault: AddressFault, detail: string): ParsedAddress => ({ fault, detail });

/** Reads an address as one of this coin and network, and says by name why it is not one. */
export function parseAddress(
  coin: CoinCode,
  network: Network,
  text: string,
  destinationTag: string | null = null,
): ParsedAddress {
  const recognised = recognise(text);
  if ('fault' in recognised) return refuse(recognised.fault, recognised.detail);
  const ofCoin = recognised.readings.filter((reading) => reading.coin === coin);
  if (ofCoin.length === 0) {
    const names = [...new Set(recognised.readings.map((reading) => coins[reading.coin].name))];
    return refuse('wrong_coin', `is an address of ${names.join(' or ')}, not of ${coins[coin].name}`);
  }
  const reading = ofCoin.find((candidate) => candidate.networks.includes(network));
  if (!reading) {
    const other = ofCoin[0]?.networks[0] ?? 'main';
    return refuse('wrong_network', `is an address of ${phrases[other]}, not of ${phrases[network]}`);
  }
  return coin === 'XRP' ? completeXrp(reading, destinationTag) : withoutTag(reading, destinationTag);
}

const phrases: Record<Network, string> = {
  main: 'the main network',
  test: 'the test network',
  regtest: 'a regression test network',
};

function recognise(text: string): Recognition {
  const strange: Recognition = {
    fault: 'malformed',
    detail: 'is not an address of any coin that is known here',
  };
  if (text.length > longest) return strange;
  const recognitions = formats.flatMap((format) => format(text) ?? []);
  return (
    recognitions.find((recognition) => 'readings' in recognition) ??
    recognitions.find((recognition) => 'fault' in recognition && recognition.fault === 'bad_checksum') ??
    recognitions[0] ??
    strange
  );
}

function withoutTag(reading: Reading, destinationTag: string | null): ParsedAddress {
  if (destinationTag !== null && destinationTag !== '') {
    return refuse('tag_not_taken', `is only for XRP, not for ${coins[reading.coin].name}`);
  }
  return { address: { address: reading.address, destinationTag: null, destination: reading.destination } };
}

const largestTag = 2 ** 32 - 1;

function completeXrp(reading: Reading, given: string | null): ParsedAddress {
  // An empty one is refused as well: whoever sent it meant to name somebody, and the coins would be nobody's.
  const stated = given === null ? undefined : readTag(given);
  if (stated === null) {
    return refuse(
      'bad_tag',
      `must be a whole number from 0 to ${largestTag}, without zeros in front, or left out`,
    );
  }
  if (reading.tag !== undefined && stated !== undefined && stated !== reading.tag) {
    return refuse('bad_tag', 'is not the tag that the X-address carries');
  }
  const tag = reading.tag ?? stated ?? null;
  return {
    address: {
      address: reading.address,
      destinationTag: tag,
      destination: xrpDestination(reading.destination, tag),
    },
  };
}

/** Null where the text is no tag. Each has one spelling. */
const readTag = (text: string): string | null =>
  /^(0|[1-9]\d{0,9})$/.test(text) && Number(text) <= largestTag ? text : null;
