import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NodeRefusal, type Rpc } from '../rpc/rpc.ts';
import { weighRecipient } from './paying-account-node.ts';

const addressOf = (digit: string) => {
  const address = `0x${digit.repeat(40)}`;
  return { address, destinationTag: null, destination: address };
};
const recipient = { to: addressOf('b'), amountMinor: 10n ** 15n };

/** A contract, of which the node says this when it is tried. */
const contract = (code: number, reason: string): Rpc => ({
  call: async (method) => {
    if (method === 'eth_getCode') return '0x60';
    throw new NodeRefusal(method, code, reason);
  },
  callAll: () => Promise.reject(new Error('not asked')),
});
const weigh = (code: number, reason: string) =>
  weighRecipient(contract(code, reason), addressOf('a'), recipient);

for (const [code, words] of [
  [3, 'execution reverted: timeout'],
  [3, 'try again'],
  [-32_000, 'execution reverted: unknown method'],
  [-32_603, "Error: VM Exception while processing transaction: reverted with reason string 'rate limit'"],
  [-32_000, 'invalid opcode: INVALID'],
] as const) {
  test(`a contract refuses, whatever it says: ${code} ${words}`, async () => {
    assert.deepEqual(await weigh(code, words), { refusal: words });
  });
}

for (const [code, words] of [
  [-32_005, 'daily request count exceeded'],
  [-32_000, 'request timed out'],
  [-32_601, 'the method eth_estimateGas does not exist'],
] as const) {
  test(`of a node that says nothing of the recipient, nothing follows: ${code} ${words}`, async () => {
    await assert.rejects(weigh(code, words), NodeRefusal);
  });
}
