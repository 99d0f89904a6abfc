import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { merchantClient } from '../../../../test/support/merchant.ts';
import { coinCodes } from '../../assets/asset.rules.ts';
import { simulatedCoins } from './simulated-coin.rules.ts';

interface OutputRow {
  coin: string;
  credited: boolean;
  block_height: bigint | null;
  unconfirmed: boolean;
}

const listOutputs = (testApp: TestApp, transactionId: string) =>
  testApp.sql<OutputRow[]>`
    select coin, credited, block_height, unconfirmed from merchant.chain_outputs
    where transaction_id = ${transactionId} and (unconfirmed or block_height is not null)`;

async function until<T>(read: () => PromiseLike<T>, holds: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('a new sandbox fills its wallet and sees coins arrive, be mined and be unwound', async () => {
  const testApp = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  try {
    await testApp.start();
    const endowments = coinCodes.reduce((sum, coin) => sum + simulatedCoins[coin].endowment.outputs, 0);
    const credited = await until(
      () => testApp.sql<OutputRow[]>`select coin from merchant.chain_outputs where credited`,
      (rows) => rows.length === endowments,
    );
    assert.deepEqual(new Set(credited.map((row) => row.coin)), new Set(coinCodes));

    const client = await merchantClient(testApp);
    for (const coin of ['BTC', 'XRP']) {
      const [funds] = await testApp.sql<{ address: string; destination_tag: string | null }[]>`
        select address, destination_tag from merchant.chain_addresses where coin = ${coin}`;
      assert.ok(funds);
      const call = async (name: string, body: object) => {
        const answer = await client.post(`/sandbox/chains/${coin}/${name}`, body);
        assert.equal(answer.statusCode, 200, answer.body);
        return answer.json();
      };
      const sent = await call('send', { ...funds, cryptocurrency_amount: '1' });
      const id: string = sent.blockchain_transaction_id;
      const output = () => listOutputs(testApp, id);
      await until(output, (rows) => rows[0]?.unconfirmed === true);
      const mined = await call('mine', { blocks: 1 });
      await until(output, (rows) => rows[0]?.block_height === BigInt(mined.height));
      await call('reorganise', { depth: 1 });
      await until(output, (rows) => rows[0]?.unconfirmed === true && rows[0].block_height === null);
      const again = await call('mine', { blocks: 1 });
      await until(output, (rows) => rows[0]?.block_height === BigInt(again.height));
      await call('reorganise', { depth: 1, drop: [id] });
      await until(output, (rows) => rows.length === 0);
    }
  } finally {
    await testApp.close();
  }
});
