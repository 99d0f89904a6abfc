import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { customer, newWallet, readAccounts } from '../../../../test/support/coins.ts';
import { openStepwiseChain } from '../../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import type { Chain } from '../chain.ts';
import { listChains } from '../offered-chains.ts';
import { askRecipient, findRecipientFault } from './ask-recipient.ts';

/** Accounts of the simulated XRP Ledger that refuse some payments. */
const unfunded = 'raJ1Aqkhf19P7cyUc33MMVAzgvHPvtNFC';
const demandsTag = 'rBcktgVfNjHmxNAQDEE66ztz4qZkdngdm';
const refuses = 'rGvdqXNwMbSwRiubF4PhhVqzhkiaTDPgU';

let here: TestApp;
let client: MerchantClient;
let chain: Chain;
before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(here);
  const driven = await openStepwiseChain(here, { coin: 'XRP' });
  await driven.read();
  ({ chain } = driven);
  await driven.close();
});
after(() => here.close());

async function withdraw(address: string, amount: string, tag?: string | number, headers = {}) {
  const quote = await client.post('/conversions', {
    currency_pair: 'XRPEUR',
    transaction_type: 'WITHDRAW',
    cryptocurrency_amount: amount,
  });
  const body = {
    withdrawalData: {
      conversion_token: quote.json().conversion_token,
      customer_wallet_address: address,
      ...(tag === undefined ? {} : { destination_tag: tag }),
      customer_details: customer,
    },
  };
  return client.post('/withdrawals', body, headers);
}

test('a payment that a recipient would refuse is a 400 that names the field, and nothing is stored', async () => {
  const before = await readAccounts(here.sql);
  const refused: [Awaited<ReturnType<typeof withdraw>>, string, string][] = [
    [await withdraw(refuses, '20'), 'withdrawalData.customer_wallet_address', 'refuses_payments'],
    [await withdraw(demandsTag, '20'), 'withdrawalData.destination_tag', 'tag_required'],
    [await withdraw(unfunded, '9.999999'), 'withdrawalData.customer_wallet_address', 'not_funded'],
  ];
  for (const [answer, field, code] of refused) {
    assert.equal(answer.statusCode, 400, answer.body);
    const [error] = answer.json().errors;
    assert.deepEqual([error.field, error.code], [field, code]);
  }
  assert.deepEqual(await readAccounts(here.sql), before);
});

test('accepted payments are sent: with a tag, also 0, and with the reserve or more', async () => {
  assert.equal((await withdraw(demandsTag, '20', '7')).statusCode, 200);
  assert.equal((await withdraw(demandsTag, '20', 0)).statusCode, 200);
  assert.equal((await withdraw(unfunded, '10')).statusCode, 200);
  assert.equal((await withdraw(newWallet('XRP'), '1')).statusCode, 200);
});

test('asks only the coin of the address, and an unavailable node is a 503', async () => {
  const asked: string[] = [];
  const node = {
    ...chain.node,
    async describeRecipient({ address }: { address: string }) {
      asked.push(address);
      throw new Error('away');
    },
  };
  const context = { chains: listChains([{ ...chain, node }]), log: here.platform.log };
  assert.deepEqual(await askRecipient(context, newWallet('BTC'), null), []);
  assert.deepEqual(asked, []);
  const found = await askRecipient(context, unfunded, 7);
  assert.deepEqual(found, [{ coin: 'XRP', destination: `${unfunded}:7`, traits: undefined }]);
  const parsed = chain.addresses.parse(unfunded, '7');
  assert.ok('address' in parsed);
  assert.throws(() => findRecipientFault(found, chain, parsed.address, 1n), /cannot be read/);
  // Another address than the requested one has no fault.
  const other = { ...parsed.address, destination: `${unfunded}:8` };
  assert.equal(findRecipientFault(found, chain, other, 1n), undefined);
});
