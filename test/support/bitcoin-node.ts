import { bech32 } from '@scure/base';
import { findBitcoind } from './bitcoin-program.ts';
import { startCoreNode } from './core-node.ts';
import type { UtxoNode } from './utxo-node.ts';

export function startBitcoinNode(): Promise<UtxoNode> {
  const command = findBitcoind();
  if (command === undefined) {
    throw new Error('There is no bitcoind: run "npm test -- bitcoin", or set BITCOIND to its path.');
  }
  return startCoreNode({
    coin: 'BTC',
    command,
    flags: [],
    descriptorWallet: true,
    listAddressKinds: async (call) => ({
      legacy: await call('getnewaddress', '', 'legacy'),
      script: await call('getnewaddress', '', 'p2sh-segwit'),
      segwit: await call('getnewaddress', '', 'bech32'),
      'segwit script': bech32.encode('bcrt', [0, ...bech32.toWords(new Uint8Array(32).fill(3))]),
      taproot: await call('getnewaddress', '', 'bech32m'),
    }),
  });
}
