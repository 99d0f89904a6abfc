import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check, hex } from '@scure/base';
import { p2pkh, Script, Transaction } from '@scure/btc-signer';
import { hash160 } from '@scure/btc-signer/utils.js';
import { encodeCashAddress } from '../../src/merchant/chains/addresses/cash-address.ts';
import { parseAddress } from '../../src/merchant/chains/addresses/parse-address.ts';
import { parseAmount } from '../../src/platform/money.ts';
import { minorOf, type Call } from './utxo-node.ts';

/** SIGHASH_ALL with Bitcoin Cash's FORKID. */
const forkIdAll = 0x41;
const feeMinor = 1000n;
const base58check = createBase58check(sha256);

interface Coin {
  readonly transactionId: string;
  readonly amountMinor: bigint;
}

interface Bytes {
  readonly id: string;
  readonly bytes: string;
}

/** Creates a customer with one key, because the node has no wallet. Each payment spends the reward of one block. */
export function createCashWallet(call: Call) {
  const privateKey = secp256k1.utils.randomSecretKey();
  const publicKey = secp256k1.getPublicKey(privateKey);
  const { script } = p2pkh(publicKey);
  const coins: Coin[] = [];
  const spentBy = new Map<string, Coin>();

  const sign = (coin: Coin, outputs: readonly { script: Uint8Array; amount: bigint }[]): Bytes => {
    const transaction = new Transaction({ version: 2 });
    const witnessUtxo = { script, amount: coin.amountMinor };
    transaction.addInput({ txid: coin.transactionId, index: 0, sequence: 0xffff_ffff, witnessUtxo });
    for (const output of outputs) transaction.addOutput(output);
    const digest = transaction.preimageWitnessV0(0, script, forkIdAll, coin.amountMinor);
    const signature = secp256k1.sign(digest, privateKey, { prehash: false, lowS: true, format: 'der' });
    const finalScriptSig = Script.encode([Uint8Array.of(...signature, forkIdAll), publicKey]);
    transaction.updateInput(0, { finalScriptSig }, true);
    return { id: transaction.id, bytes: hex.encode(transaction.extract()) };
  };

  return {
    address: encodeCashAddress('bchreg', 'key', hash160(publicKey)),
    /** Returns a random address in the format from before CashAddr. */
    legacyAddress: (kind: 'key' | 'script'): string =>
      base58check.encode(Uint8Array.of(kind === 'key' ? 0x6f : 0xc4, ...randomBytes(20))),
    /** Adds the rewards of these blocks, which can be spent. */
    async own(hashes: readonly string[]): Promise<void> {
      for (const hash of hashes) {
        const [reward] = (await call('getblock', hash, 2)).tx;
        coins.push({
          transactionId: reward.txid,
          amountMinor: minorOf(reward.vout[0].value),
        });
      }
    },
    async pay(address: string, amount: string): Promise<string> {
      const [parsed, to] = [parseAmount(amount, 8), parseAddress('BCH', 'regtest', address)];
      const coin = coins.shift();
      assert.ok('minor' in parsed && 'address' in to && coin, 'the customer can pay');
      const { id, bytes } = sign(coin, [
        { script: hex.decode(to.address.destination), amount: parsed.minor },
        { script, amount: coin.amountMinor - parsed.minor - feeMinor },
      ]);
      await call('sendrawtransaction', bytes);
      spentBy.set(id, coin);
      return id;
    },
    /** Signs the same coins again, paying back to the customer. */
    signAgain(transactionId: string): Bytes {
      const coin = spentBy.get(transactionId);
      assert.ok(coin);
      return sign(coin, [{ script, amount: coin.amountMinor - 10n * feeMinor }]);
    },
  };
}
