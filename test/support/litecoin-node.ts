import { bech32, bech32m } from '@scure/base';
import { startCoreNode } from './core-node.ts';
import { findLitecoind } from './litecoin-program.ts';
import type { UtxoNode } from './utxo-node.ts';

export function startLitecoinNode(): Promise<UtxoNode> {
  const program = findLitecoind();
  if (program === undefined) {
    throw new Error('There is no litecoind: install it, or set LITECOIND to its path.');
  }
  return startCoreNode({
    coin: 'LTC',
    command: [program],
    flags: [
      // Litecoin's nodes refuse replacement by default, unlike most of Bitcoin's.
      '-mempoolreplacement=1',
      // By default MWEB starts at height 431, where a chain with one miner would halt.
      '-vbparams=mweb:4000000000:4100000000',
    ],
    descriptorWallet: false,
    listAddressKinds: async (call) => ({
      legacy: await call('getnewaddress', '', 'legacy'),
      script: await call('getnewaddress', '', 'p2sh-segwit'),
      segwit: await call('getnewaddress', '', 'bech32'),
      // Random addresses, because the node's wallet makes none of these kinds.
      'segwit script': bech32.encode('rltc', [0, ...bech32.toWords(new Uint8Array(32).fill(3))]),
      taproot: bech32m.encode('rltc', [1, ...bech32m.toWords(new Uint8Array(32).fill(2))]),
    }),
  });
}
