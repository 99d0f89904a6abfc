import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Chain } from '../chain.ts';
import { createGenesis, firstHeight } from './network/create-genesis.ts';
import { simulatedCoins, simulatedNetwork, usualFee, feeOfSize } from './simulated-coin.rules.ts';
import { createSimulatedNode, type SimulationContext } from './simulated-node.ts';
import { getPayingAddress } from './wallet/paying-address.ts';
import { getSandboxWallet } from './wallet/sandbox-wallet.ts';
import { createSimulatedPayer } from './wallet/simulated-payer.ts';

/** Seldom: whatever changes the chain wakes its reader. */
const pollMs = 1000;

/** A chain of the sandbox. The first to open it creates its first blocks and the wallet's endowment. */
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
    usualFee: (feeRate) => usualFee(size, feeRate),
    ...(coin === 'XRP'
      ? {}
      : {
          spendingFee: (feeRate: bigint) => feeOfSize(size, feeRate, coin === 'ETH' ? size.base : size.input),
        }),
    firstHeight,
  };
}
