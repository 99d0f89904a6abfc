import type { ChainBlock, ChainOutput, ChainTransaction } from '../chain.ts';
import { NodeFailure } from '../rpc/rpc.ts';
import { parseNodeAmount } from './node-number.rules.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Reads the answer to `getblock` with verbosity 2. */
export function readBlock(value: unknown): ChainBlock {
  const block = fieldsOf(value, 'block');
  return {
    height: wholeOf(block, 'height'),
    hash: hashOf(block, 'hash'),
    // The first block has none.
    parentHash: block['previousblockhash'] === undefined ? '' : hashOf(block, 'previousblockhash'),
    minedAtMs: wholeOf(block, 'time') * 1000,
    transactions: listOf(block, 'tx').map((transaction) => readTransaction(transaction)),
  };
}

/** Reads a transaction of a block, or the answer to `getrawtransaction`. */
export function readTransaction(value: unknown): ChainTransaction {
  const transaction = fieldsOf(value, 'transaction');
  const inputs = listOf(transaction, 'vin');
  const outputs = listOf(transaction, 'vout');
  const maturity = maturityOf(inputs, outputs);
  return {
    id: hashOf(transaction, 'txid'),
    spends: inputs.flatMap(readSpend),
    outputs: outputs.flatMap(readOutput),
    ...(maturity === undefined ? {} : { maturity }),
  };
}

/** Confirmations before newly mined coins can be spent, on all networks of the three coins (COINBASE_MATURITY). */
const coinbaseMaturity = 100;
/**
 * Confirmations before coins from Litecoin's MWEB can be spent (PEGOUT_MATURITY). One transaction in each block pays
 * them out.
 */
const pegoutMaturity = 6;
const hiddenPartScript = /^5820[0-9a-f]{64}$/;

function maturityOf(inputs: readonly unknown[], outputs: readonly unknown[]): number | undefined {
  if (inputs.some((input) => fieldsOf(input, 'input')['coinbase'] !== undefined)) return coinbaseMaturity;
  const script = outputs.length === 0 ? undefined : fieldsOf(outputs[0], 'output')['scriptPubKey'];
  if (script === undefined) return undefined;
  const hex = fieldsOf(script, 'scriptPubKey')['hex'];
  return typeof hex === 'string' && hiddenPartScript.test(hex) ? pegoutMaturity : undefined;
}

function readSpend(value: unknown): string[] {
  const input = fieldsOf(value, 'input');
  // New coins have no input, and Litecoin's MWEB inputs have no outpoint.
  if (input['txid'] === undefined) return [];
  return [`${hashOf(input, 'txid')}:${wholeOf(input, 'vout')}`];
}

function readOutput(value: unknown): ChainOutput[] {
  const output = fieldsOf(value, 'output');
  const script = output['scriptPubKey'];
  // Litecoin's MWEB outputs have no script that could be ours. Bitcoin Cash outputs with a token need another
  // signature: a few worthless ones in the wallet would make every payout fail.
  if (script === undefined || output['tokenData'] !== undefined) return [];
  const hex = fieldsOf(script, 'scriptPubKey')['hex'];
  if (typeof hex !== 'string') throw garbage('scriptPubKey.hex');
  return [{ index: wholeOf(output, 'n'), destination: hex, amountMinor: amountOf(output, 'value') }];
}

export function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw garbage(what);
  return value as Fields;
}

export function hashOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || !/^[0-9a-f]{64}$/.test(value)) throw garbage(name);
  return value;
}

export function wholeOf(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value !== 'number' || value < 0) throw garbage(name);
  return value;
}

export function amountOf(fields: Fields, name: string): bigint {
  try {
    return parseNodeAmount(fields[name]);
  } catch (error) {
    throw error instanceof RangeError
      ? new NodeFailure(`the node sent a wrong ${name}: ${error.message}`)
      : error;
  }
}

function listOf(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name];
  if (!Array.isArray(value)) throw garbage(name);
  return value;
}

function garbage(what: string): NodeFailure {
  return new NodeFailure(`the node sent no valid ${what}`);
}
