import { startBitcoinCashNode } from './support/bitcoin-cash-node.ts';
import { playMerchantDay } from './support/utxo-scenario.ts';

playMerchantDay(startBitcoinCashNode);
