import { startBitcoinNode } from './support/bitcoin-node.ts';
import { playMerchantDay } from './support/utxo-scenario.ts';

playMerchantDay(startBitcoinNode);
