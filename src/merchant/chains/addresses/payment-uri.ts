import { formatAmount } from '../../../platform/money.ts';
import { coins, type CoinCode } from '../../assets/asset.rules.ts';
import type { Address } from '../chain.ts';
import type { Network } from './networks.ts';

/** EIP-155. The test network is Sepolia; local nodes for development use 31337. */
const ethereumChainIds: Record<Network, number> = { main: 1, test: 11_155_111, regtest: 31_337 };

export function paymentUri(coin: CoinCode, network: Network, to: Address, amountMinor: bigint): string {
  const amount = trimZeros(formatAmount(amountMinor, coins[coin].decimals));
  switch (coin) {
    case 'BTC':
      return `bitcoin:${to.address}?amount=${amount}`;
    case 'LTC':
      return `litecoin:${to.address}?amount=${amount}`;
    case 'BCH':
      // A CashAddr begins with the scheme already.
      return `${to.address}?amount=${amount}`;
    case 'ETH':
      return `ethereum:${to.address}@${ethereumChainIds[network]}?value=${amountMinor}`;
    case 'XRP':
      return `xrpl://${to.address}?amount=${amount}${to.destinationTag === null ? '' : `&dt=${to.destinationTag}`}`;
  }
}

const trimZeros = (decimal: string): string => decimal.replace(/\.?0+$/, '');
