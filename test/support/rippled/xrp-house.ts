import assert from 'node:assert/strict';
import { addStaff } from '../commands.ts';
import { chainKeyCommand } from '../../../src/merchant/chains/chain-key.commands.ts';
import { openMerchantApp, type TestApp, type TestDatabase } from '../app.ts';
import { openStepwiseChain, type StepwiseChain } from '../stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../merchant.ts';
import { requestWithdrawal } from '../withdrawals.ts';
import { newXrpWallet, type RippledStandIn, type XrpWallet } from './rippled-stand-in.ts';
import { sayStored } from '../../../src/merchant/details/stored-sentence.rules.ts';

/** A Praça that pays out XRP on the stand-in's ledger, one step at a time. */
export interface XrpApp {
  readonly app: TestApp;
  readonly client: MerchantClient;
  readonly driven: StepwiseChain;
  close(count?: number): Promise<void>;
  signAndSend(): Promise<void>;
  withdraw(to: string, amount?: string, tag?: string): Promise<string>;
  payout(orderId: string): Promise<PayoutRow>;
  end(): Promise<void>;
}

export interface PayoutRow {
  id: string;
  status: string;
  transaction_id: string | null;
  fee: bigint | null;
  lost_fee: bigint;
  fee_charge: bigint;
  trouble: string | null;
  number: bigint | null;
}

const settingsFor = (rippled: RippledStandIn, account: string): Record<string, string> => ({
  XRP_NODE: rippled.url,
  XRP_ADDRESS: account,
  XRP_NETWORK: String(rippled.networkId),
  SIMULATED_BLOCK_SECONDS: '0',
});

/** Opens an app whose seed was stored by the command that staff use. */
export async function openXrpHouse(
  rippled: RippledStandIn,
  ours: XrpWallet,
  options: { database?: TestDatabase; seed?: string | null } = {},
): Promise<XrpApp> {
  const { database, seed = ours.seed } = options;
  const app = await openMerchantApp({
    ...(database ? { database } : {}),
    settings: settingsFor(rippled, ours.address),
  });
  if (seed !== null) await storeKey(app, seed);
  const client = await merchantClient(app);
  const driven = await openStepwiseChain(app, { coin: 'XRP' });
  await driven.read();
  return {
    app,
    client,
    driven,
    async close(count = 1) {
      rippled.close(count);
      await driven.read();
    },
    async signAndSend() {
      await driven.sign();
      await driven.send();
    },
    async withdraw(to, amount = '20', tag) {
      const answer = await askWithdrawal(client, to, amount, tag);
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json().order_id;
    },
    async payout(orderId) {
      const [row] = await app.sql<PayoutRow[]>`
        select p.id, p.status, p.transaction_id, p.fee, p.lost_fee, p.fee_charge,
          coalesce(p.trouble, b.trouble) as trouble, n.number
        from merchant.payouts p left join merchant.payout_batches b on b.id = p.batch_id
        left join merchant.account_numbers n on n.payout_id = p.id where p.order_id = ${orderId}`;
      assert.ok(row);
      return { ...row, trouble: row.trouble && sayStored('en', row.trouble) };
    },
    async end() {
      await driven.close();
      await app.close();
    },
  };
}

export const askWithdrawal = (client: MerchantClient, to: string, amount = '20', tag?: string) =>
  requestWithdrawal(client, { coin: 'XRP', to, amount, ...(tag === undefined ? {} : { tag }) });

export async function storeKey(app: TestApp, seed: string): Promise<string> {
  const lines: string[] = [];
  const command = chainKeyCommand(() => Promise.resolve(seed));
  await command.run(
    app.platform,
    { values: { by: await addStaff(app.platform) }, positionals: ['XRP'] },
    (line) => void lines.push(line),
  );
  return lines.join('\n');
}

export async function fundHouse(
  rippled: RippledStandIn,
  house: XrpApp,
  ours: XrpWallet,
  drops = 1_000_000_000n,
): Promise<void> {
  const { assignAddress, withUnusedAddress } =
    await import('../../../src/merchant/chains/receipts/assign-address.ts');
  const { newId } = await import('../../../src/platform/ids.ts');
  const { transaction } = await import('../../../src/platform/postgres/client/transaction.ts');
  const { context } = house.driven;
  const wanted = { coin: 'XRP', purpose: 'funds', subjectId: newId() } as const;
  const { destinationTag } = await withUnusedAddress(context, (unused) =>
    transaction(house.app.sql, (tx) => assignAddress(tx, context, wanted, unused)),
  );
  const operator = rippled.fund(drops + 2_000_000n, newXrpWallet('ecdsa-secp256k1'));
  rippled.pay(operator, ours.address, drops, { DestinationTag: Number(destinationTag) });
  await house.close();
}
