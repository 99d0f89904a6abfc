import { invalidField } from '../../../platform/problem.ts';
import { coins, formatAsset, type CoinCode } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { Address, Chain, RecipientTraits } from '../chain.ts';
import { nodeUnavailable } from '../state/get-chain-state.ts';

/** What a coin's node said of an address, before anything was begun. */
export interface AskedRecipient {
  readonly coin: CoinCode;
  readonly destination: string;
  /** Undefined where the node did not answer. */
  readonly traits: RecipientTraits | undefined;
}

/**
 * To be called before the transaction that asks for a payout, where its coin may not be known yet: each coin is asked
 * whose address this is, if it has anything to say about recipients at all.
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
      log.warn({ err: error, coin }, 'the node does not say anything about a recipient');
      return [{ coin, destination, traits: undefined }];
    }
  });
  return (await Promise.all(asked)).flat();
}

/** Why the network would not pay them; undefined where nothing speaks against it. */
export interface RecipientFault {
  readonly about: 'address' | 'tag';
  readonly code: string;
  /** The end of a sentence about the field. */
  readonly detail: string;
}

/** Throws `node_unavailable` where the node was asked and did not answer. */
export function findRecipientFault(
  asked: readonly AskedRecipient[],
  { coin }: Pick<Chain, 'coin'>,
  to: Address,
  amountMinor: bigint,
): RecipientFault | undefined {
  const found = asked.find((one) => one.coin === coin && one.destination === to.destination);
  if (!found) return undefined;
  if (!found.traits) throw nodeUnavailable(coin);
  const { refusesAll = false, demandsTag = false, leastMinor = 0n } = found.traits;
  if (refusesAll) {
    return {
      about: 'address',
      code: 'refuses_payments',
      detail: 'is of an account that does not take this payment',
    };
  }
  if (demandsTag && to.destinationTag === null) {
    return { about: 'tag', code: 'tag_required', detail: 'is needed: the account demands one' };
  }
  if (amountMinor < leastMinor) {
    const least = `${formatAsset(coin, leastMinor)} ${coin}`;
    return {
      about: 'address',
      code: 'not_funded',
      detail: `is of an account that does not exist yet: the ${coins[coin].name} network makes it with ${least} or more`,
    };
  }
  return undefined;
}

/** The same as a 400 that names the field. */
export function refuseRecipient(
  asked: readonly AskedRecipient[],
  chain: Pick<Chain, 'coin'>,
  to: Address,
  amountMinor: bigint,
  fields: { readonly address: string; readonly tag: string },
): void {
  const fault = findRecipientFault(asked, chain, to, amountMinor);
  if (fault) throw invalidField(fields[fault.about], fault.code, fault.detail);
}
