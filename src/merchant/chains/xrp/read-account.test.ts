import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLedgerRecording } from '../../../../test/support/rippled/recordings.ts';
import { describeXrpRecipient, findAccount, readAccountInfo, readPayingAccount } from './read-account.ts';
import { XrpNodeFailure, XrpNodeRefusal, type Fields } from './xrp-connection.ts';

/** Account entries, recorded from a rippled server. */
const entries: readonly (Fields & { Account: string; Balance: string })[] = readLedgerRecording(
  40_000,
).ledger.accountState.filter((entry: Fields) => entry['LedgerEntryType'] === 'AccountRoot');
const address = 'rMYBVwiY95QyUnCeuBQA1D47kXA9zuoBui';
const other = 'r2d2iZiCcJmNL6vhUGFjs8U8BuUq6BnmT';
/** Wraps an entry in the documented form of the answer to `account_info`. */
const framed = (entry: Fields | undefined): Fields => ({
  account_data: entry,
  ledger_index: 40_000,
  validated: true,
});
const ours = entries.find(({ Account }) => Account === address);
const sound = framed(ours);
const withFields = (fields: object): Fields => framed({ ...ours, ...fields });
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

test('reads a recorded account only if it is validated and the requested one', () => {
  assert.throws(() => readAccountInfo({ ...sound, validated: undefined }, address), /not validated/);
  assert.deepEqual(readAccountInfo(sound, address), {
    balanceDrops: 5_024_999_870n,
    sequence: 14,
    ownerCount: 12,
    flags: 0,
    regularKey: undefined,
  });
  assert.equal(entries.length, 137);
  for (const entry of entries) {
    assert.equal(readAccountInfo(framed(entry), entry.Account).balanceDrops, BigInt(entry.Balance));
  }
  assert.throws(() => readAccountInfo(sound, other), /another account/);
  for (const fields of [{ Balance: 5 }, { Balance: '5.5' }, { Sequence: -1 }, { OwnerCount: '' }]) {
    assert.throws(() => readAccountInfo(withFields(fields), address), XrpNodeFailure);
  }
});

test('the spendable balance excludes the reserve, in both forms in which networks write it', async () => {
  const answers = { account_info: sound, ledger_entry: { node: reserves } };
  const account = await readPayingAccount(answering(answers), address, address);
  assert.deepEqual(account, {
    nextNumber: 14n,
    nextAfterWaiting: 14n,
    spendableMinor: 5_024_999_870n - 3_400_000n,
  });
  const queued = {
    account_info: { ...sound, queue_data: { highest_sequence: 16 } },
    ledger_entry: answers.ledger_entry,
  };
  assert.equal((await readPayingAccount(answering(queued), address, address)).nextAfterWaiting, 17n);
  const older = { LedgerEntryType: 'FeeSettings', ReserveBase: 20_000_000, ReserveIncrement: 5_000_000 };
  const before = answering({ ...answers, ledger_entry: { node: older } });
  const { spendableMinor } = await readPayingAccount(before, address, address);
  assert.equal(spendableMinor, 5_024_999_870n - 80_000_000n);
  const strange = answering({ ...answers, ledger_entry: { node: { LedgerEntryType: 'Amendments' } } });
  await assert.rejects(readPayingAccount(strange, address, address), /no FeeSettings/);
});

test("accepts only the account's master key, unless it is disabled, and its regular key", async () => {
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

test("derives the recipient's traits from its entry", async () => {
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
