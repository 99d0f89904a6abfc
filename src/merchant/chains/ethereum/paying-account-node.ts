import type { Address, PayingAccount, Recipient } from '../chain.ts';
import { NodeRefusal, type Rpc } from '../rpc/rpc.ts';
import { parseQuantity, toQuantity } from './quantity.rules.ts';
import { unsound } from './read-fields.ts';
import { isPassing } from './refusals.ts';
import { plainGas } from './to-chain-block.ts';

/** As of the newest block. */
export async function readAccount(rpc: Rpc, { address }: Address): Promise<PayingAccount> {
  const [next, balance] = await rpc.callAll([
    ['eth_getTransactionCount', address, 'latest'],
    ['eth_getBalance', address, 'latest'],
  ]);
  if (next instanceof NodeRefusal) throw next;
  if (balance instanceof NodeRefusal) throw balance;
  const [nextNumber, spendableMinor] = [parseQuantity(next?.result), parseQuantity(balance?.result)];
  if (nextNumber === undefined || spendableMinor === undefined) throw unsound('account');
  return { nextNumber, spendableMinor };
}

/** No wallet needs more to take coins; whoever does is paid by hand. */
const mostGas = 500_000n;

/** Programs of the chain itself, which have no code and run all the same. */
const isBuiltIn = ({ address }: Address): boolean => /^0x0{36}/.test(address);

/** Whoever has no code takes 21 000 by the rules of the chain; what nodes find by trying may be a little more. */
async function takesNoMore(rpc: Rpc, to: Address): Promise<boolean> {
  if (isBuiltIn(to)) return false;
  const code = await rpc.call('eth_getCode', to.address, 'latest');
  if (typeof code !== 'string' || !code.startsWith('0x')) throw unsound('code of an account');
  return code === '0x';
}

/**
 * The gas for a recipient, which for a contract is what running it takes and a quarter more: it may take another way when
 * the transaction is mined.
 */
export async function weighRecipient(
  rpc: Rpc,
  from: Address,
  { to, amountMinor }: Recipient,
): Promise<number | { readonly refusal: string }> {
  try {
    if (await takesNoMore(rpc, to)) return Number(plainGas);
    const call = { from: from.address, to: to.address, value: toQuantity(amountMinor) };
    const estimate = parseQuantity(await rpc.call('eth_estimateGas', call));
    if (estimate === undefined) throw unsound('estimate of gas');
    const gas = estimate + estimate / 4n;
    return gas <= mostGas ? Number(gas) : { refusal: `it takes ${estimate} gas` };
  } catch (error) {
    if (!(error instanceof NodeRefusal) || isPassing(error)) throw error;
    return { refusal: error.reason };
  }
}
