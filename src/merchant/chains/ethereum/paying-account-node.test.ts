import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NodeFailure, NodeRefusal, type Rpc } from '../rpc/rpc.ts';
import { describeRecipient, estimateCost } from './paying-account-node.ts';

const addressOf = (digit: string) => {
  const address = `0x${digit.repeat(40)}`;
  return { address, destinationTag: null, destination: address };
};
const recipient = { to: addressOf('b'), amountMinor: 10n ** 15n };

/** Simulates a node that refuses a trial payment to a contract with this error. */
const contract = (code: number, reason: string): Rpc => ({
  call: async (method) => {
    if (method === 'eth_getCode') return '0x60';
    throw new NodeRefusal(method, code, reason);
  },
  callAll: () => Promise.reject(new Error('not asked')),
});
const weigh = (code: number, reason: string) =>
  estimateCost(contract(code, reason), addressOf('a'), recipient);

for (const [code, words] of [
  [3, 'execution reverted: timeout'],
  [3, 'try again'],
  [-32_000, 'execution reverted: unknown method'],
  [-32_603, "Error: VM Exception while processing transaction: reverted with reason string 'rate limit'"],
  [-32_000, 'invalid opcode: INVALID'],
] as const) {
  test(`a contract's revert refuses the payment, with any message: ${code} ${words}`, async () => {
    assert.deepEqual(await weigh(code, words), { refusal: words });
  });
}

for (const [code, words] of [
  [-32_005, 'daily request count exceeded'],
  [-32_000, 'request timed out'],
  [-32_601, 'the method eth_estimateGas does not exist'],
] as const) {
  test(`throws an error that does not concern the recipient: ${code} ${words}`, async () => {
    await assert.rejects(weigh(code, words), NodeRefusal);
  });
}

/** Simulates a node that estimates this much gas for a contract. */
const running = (gas: number): Rpc => ({
  call: async (method) => (method === 'eth_getCode' ? '0x60' : `0x${gas.toString(16)}`),
  callAll: () => Promise.reject(new Error('not asked')),
});

test('reserves a quarter more gas than a contract uses, up to the maximum', async () => {
  const describe = (gas: number) => describeRecipient(running(gas), addressOf('a'), addressOf('b'));
  assert.deepEqual(await describe(40_000), { weight: 50_000 });
  assert.deepEqual(await describe(400_000), { weight: 500_000 });
  assert.deepEqual(await describe(400_004), { refusesAll: true });
});

test('does not pay a contract that uses more gas than was reserved', async () => {
  const weighAt = (gas: number, reserved?: number) =>
    estimateCost(
      running(gas),
      addressOf('a'),
      reserved === undefined ? recipient : { ...recipient, weight: reserved },
    );
  assert.equal(await weighAt(50_000, 50_000), 50_000);
  assert.deepEqual(await weighAt(50_001, 50_000), {
    refusal: 'it takes 50001 gas now, and 50000 are reserved',
  });
  assert.deepEqual(await weighAt(30_000), { refusal: 'it takes 30000 gas now, and 21000 are reserved' });
});

test('while the node is unavailable, a payout can be requested and reserves a plain transfer', async () => {
  const away = () => Promise.reject(new NodeFailure('away'));
  const traits = await describeRecipient({ call: away, callAll: away }, addressOf('a'), addressOf('b'));
  assert.deepEqual(traits, { weight: 21_000 });
});

for (const [reason, traits] of [
  ['execution reverted: insufficient balance', { refusesAll: true }],
  ['insufficient funds for transfer', { weight: 21_000 }],
] as const) {
  test(`before the amount is known, only a contract's own revert refuses: ${reason}`, async () => {
    const rpc = contract(-32_000, reason);
    assert.deepEqual(await describeRecipient(rpc, addressOf('a'), addressOf('b')), traits);
  });
}

test('a contract on which the node fails before the amount is known does not count as a plain account', async () => {
  const rpc = contract(-32_603, 'Internal error');
  await assert.rejects(describeRecipient(rpc, addressOf('a'), addressOf('b')), NodeRefusal);
});
