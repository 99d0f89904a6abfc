import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Chain } from '../chain.ts';
import { createGenesis, firstHeight, refuseWatchedWallet } from './network/create-genesis.ts';
import { findTip } from './network/simulated-chain.store.ts';
import { simulatedCoins, simulatedNetwork, usualFee, feeOfSize } from './simulated-coin.rules.ts';
import { createSimulatedNode, type SimulationContext } from './simulated-node.ts';
import { getPayingAddress } from './wallet/paying-address.ts';
import { getSandboxWallet } from './wallet/sandbox-wallet.ts';
import { createSimulatedPayer } from './wallet/simulated-payer.ts';

/** Rare polling is enough, because each change of the chain wakes its reader. */
const pollMs = 1000;

/** Returns whether the chain exists. Throws the explanation with which its creation would fail. */
export async function hasBegun(context: SimulationContext, coin: CoinCode): Promise<boolean> {
  if (await findTip(context.sql, coin)) return true;
  await refuseWatchedWallet(context.sql, coin, getSandboxWallet(coin));
  return false;
}

/**
 * Opens a chain of the sandbox. The first process that opens it creates its first blocks and the wallet's endowment.
 */
export async function openSimulatedChain(context: SimulationContext, coin: CoinCode): Promise<Chain> {
  const wallet = getSandboxWallet(coin);
  const { size } = simulatedCoins[coin];
  await createGenesis(context, coin, wallet);
  return {
    coin,
    network: simulatedNetwork,
    addresses: wallet.addresses,
    accountNumber: 0,
    node: createSimulatedNode(context, coin, wallet),
    payer: createSimulatedPayer(coin, wallet),
    ...(coin === 'ETH' ? { payingAddress: getPayingAddress(wallet) } : {}),
    pollMs,
    usualFee: (feeRate, weight) =>
      weight === undefined ? usualFee(size, feeRate) : feeOfSize(size, feeRate, BigInt(weight)),
    ...(coin === 'XRP'
      ? {}
      : {
          spendingFee: (feeRate: bigint) => feeOfSize(size, feeRate, coin === 'ETH' ? size.base : size.input),
        }),
    firstHeight,
  };
}
