import { coins, type CoinCode } from '../../assets/asset.rules.ts';
import type { AddressFault, ParsedAddress } from '../chain.ts';
import { recogniseBase58 } from './base58-address.ts';
import { recogniseCashAddress } from './cash-address.ts';
import { recogniseEthereum } from './ethereum-address.ts';
import type { Network } from './networks.ts';
import type { Reading, Recognise, Recognition } from './reading.ts';
import { recogniseSegwit } from './segwit-address.ts';
import { recogniseXrp, xrpDestination } from './xrp-address.ts';
import { addressWords } from '../../details/address-words.rules.ts';
import type { Words } from '../../../platform/http/language.ts';
import type { Values } from '../../../platform/problem.ts';

const formats: readonly Recognise[] = [
  recogniseSegwit,
  recogniseCashAddress,
  recogniseEthereum,
  recogniseXrp,
  recogniseBase58,
];

/** Length limit, above that of any address. Longer texts are rejected unread. */
const longest = 128;

const refuse = (fault: AddressFault, say: Words, values?: Values): ParsedAddress => ({ fault, say, values });

/** Parses an address of this coin and network, or returns the reason why it is not one. */
export function parseAddress(
  coin: CoinCode,
  network: Network,
  text: string,
  destinationTag: string | null = null,
): ParsedAddress {
  const recognised = recognise(text);
  if ('fault' in recognised) return recognised;
  const ofCoin = recognised.readings.filter((reading) => reading.coin === coin);
  if (ofCoin.length === 0) {
    const names = [...new Set(recognised.readings.map((reading) => coins[reading.coin].name))];
    return refuse('wrong_coin', addressWords.addressOfAnother, { found: names, wanted: coins[coin].name });
  }
  const reading = ofCoin.find((candidate) => candidate.networks.includes(network));
  if (!reading) {
    const other = ofCoin[0]?.networks[0] ?? 'main';
    return refuse('wrong_network', addressWords.addressOfAnother, {
      found: phrases[other],
      wanted: phrases[network],
    });
  }
  return coin === 'XRP' ? completeXrp(reading, destinationTag) : withoutTag(reading, destinationTag);
}

const phrases: Record<Network, Words> = {
  main: addressWords.mainNetwork,
  test: addressWords.testNetwork,
  regtest: addressWords.regressionTestNetwork,
};

function recognise(text: string): Recognition {
  const strange: Recognition = {
    fault: 'malformed',
    say: addressWords.unknownAddress,
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
    return refuse('tag_not_taken', addressWords.onlyForXrp, { coin: coins[reading.coin].name });
  }
  return { address: { address: reading.address, destinationTag: null, destination: reading.destination } };
}

const largestTag = 2 ** 32 - 1;

function completeXrp(reading: Reading, given: string | null): ParsedAddress {
  // An empty tag is refused as well: its sender probably meant to give one, and the coins could not be assigned.
  const stated = given === null ? undefined : readTag(given);
  if (stated === null) {
    return refuse('bad_tag', addressWords.malformedTag, { most: largestTag });
  }
  if (reading.tag !== undefined && stated !== undefined && stated !== reading.tag) {
    return refuse('bad_tag', addressWords.anotherTag);
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

/** Parses a tag, which has only one spelling. Null if the text is not a tag. */
const readTag = (text: string): string | null =>
  /^(0|[1-9]\d{0,9})$/.test(text) && Number(text) <= largestTag ? text : null;
