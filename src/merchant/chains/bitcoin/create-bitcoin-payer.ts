import assert from 'node:assert/strict';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hex } from '@scure/base';
import type { HDKey } from '@scure/bip32';
import { p2pkh, p2wpkh, Script, Transaction } from '@scure/btc-signer';
import type { FormerKeys } from '../accounts/former-keys.ts';
import type { Funds, Payer, PayoutPlan, Recipient, SpendableOutput } from '../chain.ts';
import { createBranches } from '../keys/branches.ts';
import { traitsOf, type BitcoinCoin } from './bitcoin-coins.ts';
import {
  compareAmounts,
  compareOutpoints,
  dustThreshold,
  outputWeight,
  pushingFee,
  mostInputs,
  replacementFee,
  selectOutputs,
  type Spending,
} from './select-outputs.rules.ts';

/** SIGHASH_ALL with Bitcoin Cash's FORKID, which makes the signature invalid on Bitcoin. */
const forkIdAll = 0x41;
/** Allows nodes to accept a replacement with a higher fee (BIP-125), and disables the lock time. */
const replaceableSequence = 0xffff_fffd;
/** Bitcoin Cash's nodes keep the first transaction that they saw. */
const finalSequence = 0xffff_ffff;

interface SigningKey {
  readonly privateKey: Uint8Array;
  readonly publicKey: Uint8Array;
}

/** Pays from the outputs of an account and its former accounts. `account` is the extended private key. */
export function createBitcoinPayer(coin: BitcoinCoin, account: HDKey, former?: FormerKeys): Payer {
  const { signing, dustRate, highestFeeRate } = traitsOf[coin];
  const branchOf = createBranches(account, former?.keys);
  const keyOf = ({ account: number, branch, addressIndex, destination }: SpendableOutput): SigningKey => {
    const { privateKey, publicKey } = branchOf(number, branch).deriveChild(addressIndex);
    assert(privateKey && publicKey, 'the account can sign');
    const { script } = signing === 'witness' ? p2wpkh(publicKey) : p2pkh(publicKey);
    assert.equal(hex.encode(script), destination, 'the output belongs to the account');
    return { privateKey, publicKey };
  };
  return {
    funds: 'outputs',
    whenStuck: signing === 'witness' ? 'replace' : 'push',
    highestFeeRate,
    mostInputs,
    ...(former ? { lacks: former.lacks } : {}),
    sign(plan, funds) {
      assert(funds.kind === 'outputs');
      for (const { to, amountMinor } of plan.recipients) {
        const least = dustThreshold(to.destination, dustRate);
        assert(amountMinor >= least, 'no node passes on so small an amount');
      }
      const selection = selectOutputs(funds.outputs, spendingOf(coin, plan, funds), funds.kept);
      if ('shortMinor' in selection) return selection;
      const inputs = selection.inputs.toSorted(compareOutpoints);
      const outputs = outputsOf(plan, funds, selection.changeMinor);
      const transaction = draft(inputs, outputs, signing === 'witness' ? replaceableSequence : finalSequence);
      const sign = signing === 'witness' ? signWitness : signForkId;
      inputs.forEach((input, index) => sign(transaction, index, input, keyOf(input)));
      return {
        bytes: hex.encode(transaction.extract()),
        transactionId: transaction.id,
        spends: inputs.map(({ transactionId, index }) => `${transactionId}:${index}`),
        feeMinor: selection.feeMinor,
        lastHeight: null,
        weight: transaction.weight,
        paid: plan.recipients.map((recipient) => ({
          outputIndex: outputs.findIndex((output) => output.recipient === recipient),
          weight: outputWeight(recipient.to.destination.length / 2),
        })),
      };
    },
  };
}

type OutputFunds = Extract<Funds, { kind: 'outputs' }>;

function spendingOf(coin: BitcoinCoin, plan: PayoutPlan, { change }: OutputFunds): Spending {
  const { signing, dustRate } = traitsOf[coin];
  const { recipients, feeRate, replaces, pushes } = plan;
  return {
    signing,
    dustRate,
    amountMinor: recipients.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
    feeRate,
    toScripts: recipients.map(({ to }) => to.destination),
    changeScript: change.destination,
    ...(replaces ? { leastFee: replacementFee(replaces) } : {}),
    ...(pushes ? { leastFee: pushingFee(pushes, feeRate) } : {}),
  };
}

interface Output {
  readonly script: string;
  readonly amountMinor: bigint;
  /** Null for the change. */
  readonly recipient: Recipient | null;
}

/** Returns the outputs in BIP-69's order, which does not reveal the change. */
function outputsOf({ recipients }: PayoutPlan, { change }: OutputFunds, changeMinor: bigint): Output[] {
  const outputs: Output[] = recipients.map((recipient) => ({
    script: recipient.to.destination,
    amountMinor: recipient.amountMinor,
    recipient,
  }));
  if (changeMinor > 0n)
    outputs.push({ script: change.destination, amountMinor: changeMinor, recipient: null });
  return outputs.toSorted(
    (a, b) => compareAmounts(a.amountMinor, b.amountMinor) || compareScripts(a.script, b.script),
  );
}

function compareScripts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function draft(
  inputs: readonly SpendableOutput[],
  outputs: readonly Output[],
  sequence: number,
): Transaction {
  // The address was validated when it was given. Scripts that the library does not know, such as later witness
  // versions, are intended.
  const transaction = new Transaction({ version: 2, lowR: true, allowUnknownOutputs: true });
  for (const { transactionId, index, destination, amountMinor } of inputs) {
    transaction.addInput({
      txid: transactionId,
      index,
      sequence,
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
