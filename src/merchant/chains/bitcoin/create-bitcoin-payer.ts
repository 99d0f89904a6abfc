import assert from 'node:assert/strict';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hex } from '@scure/base';
import type { HDKey } from '@scure/bip32';
import { p2pkh, p2wpkh, Script, Transaction } from '@scure/btc-signer';
import type { Branch, Funds, Payer, PayoutPlan, Signed, SpendableOutput } from '../chain.ts';
import { traitsOf, type BitcoinCoin } from './bitcoin-coins.ts';
import { compareAmounts, compareOutpoints, dustThreshold, selectOutputs } from './select-outputs.rules.ts';

/** SIGHASH_ALL with Bitcoin Cash's FORKID, which makes a signature worthless on Bitcoin. */
const forkIdAll = 0x41;
/** Final, so that nodes take it for not replaceable (BIP-125): for a payout no other transaction is ever sent. */
const finalSequence = 0xffff_ffff;

interface SigningKey {
  readonly privateKey: Uint8Array;
  readonly publicKey: Uint8Array;
}

/** Pays from the outputs of one account; `account` is its extended private key. */
export function createBitcoinPayer(coin: BitcoinCoin, account: HDKey): Payer {
  const { signing, dustRate } = traitsOf[coin];
  const branches: Record<Branch, HDKey> = { 0: account.deriveChild(0), 1: account.deriveChild(1) };
  const keyOf = ({ branch, addressIndex, destination }: SpendableOutput): SigningKey => {
    const { privateKey, publicKey } = branches[branch].deriveChild(addressIndex);
    assert(privateKey && publicKey, 'the account can sign');
    const { script } = signing === 'witness' ? p2wpkh(publicKey) : p2pkh(publicKey);
    assert.equal(hex.encode(script), destination, 'the output belongs to the account');
    return { privateKey, publicKey };
  };
  return {
    funds: 'outputs',
    sign(plan, funds) {
      assert(funds.kind === 'outputs');
      const toScript = plan.to.destination;
      assert(plan.amountMinor >= dustThreshold(toScript, dustRate), 'no node passes on so small an amount');
      const selection = selectOutputs(funds.outputs, {
        signing,
        dustRate,
        amountMinor: plan.amountMinor,
        feeRate: plan.feeRate,
        toScript,
        changeScript: funds.change.destination,
      });
      if ('shortMinor' in selection) return selection;
      const inputs = selection.inputs.toSorted(compareOutpoints);
      const transaction = draft(inputs, outputsOf(plan, funds, selection.changeMinor));
      const sign = signing === 'witness' ? signWitness : signForkId;
      inputs.forEach((input, index) => sign(transaction, index, input, keyOf(input)));
      return toSigned(transaction, inputs, selection.feeMinor);
    },
  };
}

interface Output {
  readonly script: string;
  readonly amountMinor: bigint;
}

/** In BIP-69's order, which tells nobody which of them is the change. */
function outputsOf(
  plan: PayoutPlan,
  { change }: Extract<Funds, { kind: 'outputs' }>,
  changeMinor: bigint,
): Output[] {
  const outputs: Output[] = [{ script: plan.to.destination, amountMinor: plan.amountMinor }];
  if (changeMinor > 0n) outputs.push({ script: change.destination, amountMinor: changeMinor });
  return outputs.toSorted(
    (a, b) => compareAmounts(a.amountMinor, b.amountMinor) || (a.script < b.script ? -1 : 1),
  );
}

function draft(inputs: readonly SpendableOutput[], outputs: readonly Output[]): Transaction {
  // The address was checked when it was given: a script that the library does not know, such as a later witness
  // version,
  // is meant.
  const transaction = new Transaction({ version: 2, lowR: true, allowUnknownOutputs: true });
  for (const { transactionId, index, destination, amountMinor } of inputs) {
    transaction.addInput({
      txid: transactionId,
      index,
      sequence: finalSequence,
      witnessUtxo: { script: hex.decode(destination), amount: amountMinor },
    });
  }
  for (const { script, amountMinor } of outputs) {
    transaction.addOutput({ script: hex.decode(script), amount: amountMinor });
  }
  return transaction;
}

function signWitness(
  transaction: Transaction,
  index: number,
  _input: SpendableOutput,
  key: SigningKey,
): void {
  transaction.signIdx(key.privateKey, index);
  transaction.finalizeIdx(index);
}

function signForkId(
  transaction: Transaction,
  index: number,
  { destination, amountMinor }: SpendableOutput,
  { privateKey, publicKey }: SigningKey,
): void {
  const digest = transaction.preimageWitnessV0(index, hex.decode(destination), forkIdAll, amountMinor);
  const signature = secp256k1.sign(digest, privateKey, { prehash: false, lowS: true, format: 'der' });
  const finalScriptSig = Script.encode([Uint8Array.of(...signature, forkIdAll), publicKey]);
  transaction.updateInput(index, { finalScriptSig }, true);
}

function toSigned(transaction: Transaction, inputs: readonly SpendableOutput[], feeMinor: bigint): Signed {
  return {
    bytes: hex.encode(transaction.extract()),
    transactionId: transaction.id,
    spends: inputs.map(({ transactionId, index }) => `${transactionId}:${index}`),
    feeMinor,
    lastHeight: null,
  };
}
