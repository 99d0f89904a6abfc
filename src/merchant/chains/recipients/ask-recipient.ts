import { invalidField, type Sentence } from '../../../platform/problem.ts';
import { coins, formatAsset, type CoinCode } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { Address, Chain, RecipientTraits } from '../chain.ts';
import { nodeUnavailable } from '../state/get-chain-state.ts';
import { addressWords } from '../../details/address-words.rules.ts';

/** Answer of a coin's node about an address, obtained before a transaction. */
export interface AskedRecipient {
  readonly coin: CoinCode;
  readonly destination: string;
  /** Undefined if the node did not answer. */
  readonly traits: RecipientTraits | undefined;
}

/**
 * Asks the nodes about a recipient. Call it before the transaction that requests a payout. The coin may still be
 * unknown then, so each coin for which the address is valid is asked, if its chain describes recipients at all.
 */
export async function askRecipient(
  { chains, log }: Pick<MerchantContext, 'chains' | 'log'>,
  address: string,
  destinationTag: string | number | null | undefined,
): Promise<AskedRecipient[]> {
  const tag = destinationTag === null || destinationTag === undefined ? null : String(destinationTag);
  const asked = chains.all.map(async ({ coin, addresses, node }): Promise<AskedRecipient[]> => {
    const parsed = node.describeRecipient ? addresses.parse(address, tag) : undefined;
    if (!parsed || 'fault' in parsed) return [];
    const { destination } = parsed.address;
    try {
      return [{ coin, destination, traits: await node.describeRecipient?.(parsed.address) }];
    } catch (error) {
      log.warn({ err: error, coin }, 'the node did not describe a recipient');
      return [{ coin, destination, traits: undefined }];
    }
  });
  return (await Promise.all(asked)).flat();
}

const findAsked = (
  asked: readonly AskedRecipient[],
  { coin }: Pick<Chain, 'coin'>,
  { destination }: Address,
): AskedRecipient | undefined => asked.find((one) => one.coin === coin && one.destination === destination);

/** Returns the weight of paying the recipient, if recipients differ, to be reserved with the payout. */
export const weightOf = (
  asked: readonly AskedRecipient[],
  chain: Pick<Chain, 'coin'>,
  to: Address,
): number | undefined => findAsked(asked, chain, to)?.traits?.weight;

/** Reason why the network would refuse to pay the recipient. */
export interface RecipientFault extends Sentence {
  readonly about: 'address' | 'tag';
  readonly code: string;
}

/** Returns undefined if there is no fault. Throws `node_unavailable` if the node was asked and did not answer. */
export function findRecipientFault(
  asked: readonly AskedRecipient[],
  chain: Pick<Chain, 'coin'>,
  to: Address,
  amountMinor: bigint,
): RecipientFault | undefined {
  const { coin } = chain;
  const found = findAsked(asked, chain, to);
  if (!found) return undefined;
  if (!found.traits) throw nodeUnavailable(coin);
  const { refusesAll = false, demandsTag = false, leastMinor = 0n } = found.traits;
  if (refusesAll) {
    return {
      about: 'address',
      code: 'refuses_payments',
      say: addressWords.refusingAccount,
    };
  }
  if (demandsTag && to.destinationTag === null) {
    return { about: 'tag', code: 'tag_required', say: addressWords.tagDemanded };
  }
  if (amountMinor < leastMinor) {
    const least = `${formatAsset(coin, leastMinor)} ${coin}`;
    return {
      about: 'address',
      code: 'not_funded',
      say: addressWords.accountNotFunded,
      values: { coin: coins[coin].name, least },
    };
  }
  return undefined;
}

/** Throws a 400 that names the field if there is a fault. */
export function refuseRecipient(
  asked: readonly AskedRecipient[],
  chain: Pick<Chain, 'coin'>,
  to: Address,
  amountMinor: bigint,
  fields: { readonly address: string; readonly tag: string },
): void {
  const fault = findRecipientFault(asked, chain, to, amountMinor);
  if (fault) throw invalidField(fields[fault.about], fault.code, fault.say, fault.values);
}
