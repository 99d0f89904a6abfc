import { startLitecoinNode } from './support/litecoin-node.ts';
import { playMerchantDay } from './support/utxo-scenario.ts';

playMerchantDay(startLitecoinNode);
