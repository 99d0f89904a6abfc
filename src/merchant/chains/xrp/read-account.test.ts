import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { describeXrpRecipient, findAccount, readAccountInfo, readPayingAccount } from './read-account.ts';
import { XrpNodeFailure, XrpNodeRefusal, type Fields } from './xrp-connection.ts';

const { result } = JSON.parse(
  readFileSync(new URL('../../../../test/fixtures/rippled/accountInfo.json', import.meta.url), 'utf8'),
) as { result: Fields & { account_data: Fields } };
const address = 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59';
const other = 'r2d2iZiCcJmNL6vhUGFjs8U8BuUq6BnmT';
const recorded = { ...result, validated: true };
const withFields = (fields: object): Fields => ({
  ...recorded,
  account_data: { ...result.account_data, ...fields },
});
const reserves = {
  LedgerEntryType: 'FeeSettings',
  ReserveBaseDrops: '1000000',
  ReserveIncrementDrops: '200000',
};

const answering = (answers: Readonly<Record<string, Fields>>) => ({
  async ask(command: string): Promise<Fields> {
    const answer = answers[command];
    if (!answer) throw new XrpNodeRefusal(command, 'actNotFound', '');
    return answer;
  },
});

test('a recorded account is read, and only where it is validated and the one that was asked for', () => {
  assert.throws(() => readAccountInfo(result, address), /not validated/);
  assert.deepEqual(readAccountInfo(recorded, address), {
    balanceDrops: 922_913_243n,
    sequence: 23,
    ownerCount: 1,
    flags: 655_360,
    regularKey: undefined,
  });
  assert.throws(() => readAccountInfo(recorded, other), /another account/);
  for (const fields of [{ Balance: 5 }, { Balance: '5.5' }, { Sequence: -1 }, { OwnerCount: '' }]) {
    assert.throws(() => readAccountInfo(withFields(fields), address), XrpNodeFailure);
  }
});

test('what can be spent is without the reserve, of either form in which a network writes it', async () => {
  const answers = { account_info: recorded, ledger_entry: { node: reserves } };
  const account = await readPayingAccount(answering(answers), address, address);
  assert.deepEqual(account, { nextNumber: 23n, spendableMinor: 922_913_243n - 1_200_000n });
  const older = { LedgerEntryType: 'FeeSettings', ReserveBase: 20_000_000, ReserveIncrement: 5_000_000 };
  const before = answering({ ...answers, ledger_entry: { node: older } });
  const { spendableMinor } = await readPayingAccount(before, address, address);
  assert.equal(spendableMinor, 922_913_243n - 25_000_000n);
  const strange = answering({ ...answers, ledger_entry: { node: { LedgerEntryType: 'Amendments' } } });
  await assert.rejects(readPayingAccount(strange, address, address), /no FeeSettings/);
});

test('only the account’s own key, unless it is disabled, and its regular key may sign', async () => {
  const read = (fields: object, signer: string) =>
    readPayingAccount(
      answering({ account_info: withFields(fields), ledger_entry: { node: reserves } }),
      address,
      signer,
    );
  await read({ RegularKey: other }, address);
  await read({ RegularKey: other }, other);
  await read({ RegularKey: other, Flags: 0x0010_0000 }, other);
  await assert.rejects(read({ RegularKey: other, Flags: 0x0010_0000 }, address), /may not sign/);
  await assert.rejects(read({}, other), /may not sign/);
  await assert.rejects(
    readPayingAccount(answering({ ledger_entry: { node: reserves } }), address, address),
    /does not exist yet/,
  );
});

test('a recipient is what its entry says', async () => {
  const describe = (flags: number, authorised: boolean) =>
    describeXrpRecipient(
      answering({
        account_info: withFields({ Flags: flags }),
        ledger_entry: { node: reserves },
        deposit_authorized: { deposit_authorized: authorised },
      }),
      other,
      address,
    );
  assert.deepEqual(await describe(0, false), { demandsTag: false, refusesAll: false });
  assert.deepEqual(await describe(0x0002_0000, true), { demandsTag: true, refusesAll: false });
  assert.deepEqual(await describe(0x0100_0000, true), { demandsTag: false, refusesAll: false });
  assert.deepEqual(await describe(0x0100_0000, false), { demandsTag: false, refusesAll: true });
  assert.deepEqual(await describe(0x0200_0000, true), { demandsTag: false, refusesAll: true });
  const nobody = answering({ ledger_entry: { node: reserves } });
  assert.deepEqual(await describeXrpRecipient(nobody, other, address), { leastMinor: 1_000_000n });
  assert.equal(await findAccount(nobody, address), undefined);
});
