import type { Address, PayingAccount, Recipient, RecipientTraits } from '../chain.ts';
import { NodeRefusal, type Rpc } from '../rpc/rpc.ts';
import { parseQuantity, toQuantity } from './quantity.rules.ts';
import { unsound } from './read-fields.ts';
import { isPassing } from './refusals.ts';
import { plainGas } from './to-chain-block.ts';

/** Reads the account as of the newest block. */
export async function readAccount(rpc: Rpc, { address }: Address): Promise<PayingAccount> {
  const [next, waiting, balance] = await rpc.callAll([
    ['eth_getTransactionCount', address, 'latest'],
    ['eth_getTransactionCount', address, 'pending'],
    ['eth_getBalance', address, 'latest'],
  ]);
  if (next instanceof NodeRefusal) throw next;
  if (waiting instanceof NodeRefusal) throw waiting;
  if (balance instanceof NodeRefusal) throw balance;
  const nextNumber = parseQuantity(next?.result);
  const nextAfterWaiting = parseQuantity(waiting?.result);
  const spendableMinor = parseQuantity(balance?.result);
  if (nextNumber === undefined || nextAfterWaiting === undefined || spendableMinor === undefined)
    throw unsound('account');
  return { nextNumber, nextAfterWaiting, spendableMinor };
}

/** Gas limit of a payout. No wallet contract needs more to receive coins; staff can pay other contracts by hand. */
const mostGas = 500_000n;

/** Returns whether the address is a precompiled contract, which has no code but runs. */
const isBuiltIn = ({ address }: Address): boolean => /^0x0{36}/.test(address);

/**
 * Returns whether a payment takes only 21 000 gas, which holds for every address without code. A node's estimate may be
 * slightly higher.
 */
async function isPlainTransfer(rpc: Rpc, to: Address): Promise<boolean> {
  if (isBuiltIn(to)) return false;
  const code = await rpc.call('eth_getCode', to.address, 'latest');
  if (typeof code !== 'string' || !code.startsWith('0x')) throw unsound('code of an account');
  return code === '0x';
}

/** Adds a margin, because the contract may take another path when the transaction is mined. */
const withMargin = (estimate: bigint): bigint => estimate + estimate / 4n;

/** Returns the gas for running a contract, or its refusal. */
async function tryPayment(
  rpc: Rpc,
  from: Address,
  { to, amountMinor }: Recipient,
): Promise<bigint | { readonly refusal: string }> {
  try {
    const call = { from: from.address, to: to.address, value: toQuantity(amountMinor) };
    const estimate = parseQuantity(await rpc.call('eth_estimateGas', call));
    if (estimate === undefined) throw unsound('estimate of gas');
    return estimate;
  } catch (error) {
    if (!(error instanceof NodeRefusal) || isPassing(error)) throw error;
    return { refusal: error.reason };
  }
}

/**
 * Returns the gas to sign for: 21 000 for an address without code, otherwise the reserved gas. Refuses a payment that
 * now needs more.
 */
export async function estimateCost(
  rpc: Rpc,
  from: Address,
  recipient: Recipient,
): Promise<number | { readonly refusal: string }> {
  const reserved = BigInt(recipient.weight ?? plainGas);
  if (await isPlainTransfer(rpc, recipient.to)) return Number(plainGas);
  const estimate = await tryPayment(rpc, from, recipient);
  if (typeof estimate === 'object') return estimate;
  if (estimate > reserved) return { refusal: `it takes ${estimate} gas now, and ${reserved} are reserved` };
  return Number(reserved);
}

/** Returns whether the error only says that the paying account lacks funds, which is no fault of the recipient. */
const lacksFunds = (reason: string): boolean => /funds|balance/i.test(reason) && !/revert/i.test(reason);

/**
 * Before the amount is known, a contract is tried with one wei. While the node is unavailable, the recipient counts as
 * an account without code. Its cost is estimated again before signing, and the payout waits if it is higher. Throws if
 * the node fails on a contract.
 */
export async function describeRecipient(rpc: Rpc, from: Address, to: Address): Promise<RecipientTraits> {
  const plain = { weight: Number(plainGas) };
  if (await isPlainTransfer(rpc, to).catch(() => true)) return plain;
  const estimate = await tryPayment(rpc, from, { to, amountMinor: 1n });
  if (typeof estimate === 'object') return lacksFunds(estimate.refusal) ? plain : { refusesAll: true };
  const gas = withMargin(estimate);
  return gas <= mostGas ? { weight: Number(gas) } : { refusesAll: true };
}
