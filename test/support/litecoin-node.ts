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
      // Litecoin's nodes do not let transactions be replaced unless they are told to; most of Bitcoin's do.
      '-mempoolreplacement=1',
      // Its hidden transactions begin at height 431 otherwise, where a chain of one miner comes to a halt.
      '-vbparams=mweb:4000000000:4100000000',
    ],
    descriptorWallet: false,
    listAddressKinds: async (call) => ({
      legacy: await call('getnewaddress', '', 'legacy'),
      script: await call('getnewaddress', '', 'p2sh-segwit'),
      segwit: await call('getnewaddress', '', 'bech32'),
      // Of nobody: its wallet makes none of these.
      'segwit script': bech32.encode('rltc', [0, ...bech32.toWords(new Uint8Array(32).fill(3))]),
      taproot: bech32m.encode('rltc', [1, ...bech32m.toWords(new Uint8Array(32).fill(2))]),
    }),
  });
}
