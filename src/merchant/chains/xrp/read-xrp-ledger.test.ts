import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLedgerRecording } from '../../../../test/support/rippled/recordings.ts';
import { readLedger, readTransaction } from './read-xrp-ledger.ts';
import { XrpNodeFailure, type Fields } from './xrp-connection.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- answers have many shapes, and tests change them at will
type Answer = any;

const account = 'rNNuQMuExCiEjeZ4h9JJnj5PSWypdMXDj4';
const other = 'r2d2iZiCcJmNL6vhUGFjs8U8BuUq6BnmT';
const id = 'A'.repeat(64);

/** A payment of 25 XRP to tag 7, in the form of API version 2. */
const payment = (): Answer => ({
  tx_json: {
    Account: other,
    DeliverMax: '25000000',
    Destination: account,
    DestinationTag: 7,
    Fee: '12',
    Sequence: 5,
    TransactionType: 'Payment',
  },
  meta: {
    AffectedNodes: [changed(other, '99999988', '125000000'), changed(account, '125000000', '100000000')],
    TransactionIndex: 0,
    TransactionResult: 'tesSUCCESS',
    delivered_amount: '25000000',
  },
  hash: id,
});

const changed = (name: string, balance: string, before?: string): Answer => ({
  ModifiedNode: {
    FinalFields: { Account: name, Balance: balance, Flags: 0, OwnerCount: 0, Sequence: 6 },
    LedgerEntryType: 'AccountRoot',
    LedgerIndex: id,
    PreviousFields: before === undefined ? {} : { Balance: before },
  },
});

const read = (value: unknown) => readTransaction(value, account);
const credited = (value: unknown) =>
  read(value)?.outputs.map(({ destination, amountMinor }) => [destination, amountMinor]);

/**
 * A partial payment, against which the documentation warns: the sender names a large amount, and the network delivers
 * what it can.
 */
const partial = (delivered: unknown): Answer => {
  const value = payment();
  value.tx_json = { ...value.tx_json, Amount: '90000000000', DeliverMax: '90000000000', Flags: 0x0002_0000 };
  value.meta.DeliveredAmount = value.meta.delivered_amount = delivered;
  return value;
};

test('a partial payment credits no other currency and no more than the rise of the balance', () => {
  const ofUsd = partial({ currency: 'USD', issuer: other, value: '25' });
  const ofXrp = partial('1000000');
  assert.deepEqual(credited(ofXrp), [[`${account}:7`, 1_000_000n]]);
  assert.deepEqual(credited(ofUsd), []);
  for (const value of [ofUsd, ofXrp]) {
    value.meta.AffectedNodes[1] = changed(account, '100000000');
    assert.deepEqual(credited(value), [], 'the balance is as it was');
    value.meta.AffectedNodes.pop();
    assert.equal(read(value), undefined, 'the account is not in the metadata');
  }
});

test('credits the delivered amount, not the named one, and at most the rise of the balance', () => {
  assert.deepEqual(credited(payment()), [[`${account}:7`, 25_000_000n]]);
  const promised = payment();
  promised.tx_json.DeliverMax = promised.tx_json.Amount = '90000000000000000';
  assert.deepEqual(credited(promised), [[`${account}:7`, 25_000_000n]]);
  const lying = payment();
  lying.meta.delivered_amount = '90000000000000000';
  assert.deepEqual(credited(lying), [[`${account}:7`, 25_000_000n]]);
  const less = payment();
  less.meta.delivered_amount = '1';
  assert.deepEqual(credited(less), [[`${account}:7`, 1n]]);
});

test('no tag, tag 0 and the largest tag are three destinations', () => {
  for (const [tag, suffix] of [
    [undefined, ''],
    [0, '0'],
    [4_294_967_295, '4294967295'],
  ] as const) {
    const value = payment();
    value.tx_json.DestinationTag = tag;
    assert.deepEqual(credited(value), [[`${account}:${suffix}`, 25_000_000n]]);
  }
});

test('a failed transaction credits nothing', () => {
  const value = payment();
  value.meta.TransactionResult = 'tecPATH_PARTIAL';
  assert.deepEqual([read(value)?.failed, read(value)?.outputs], [true, []]);
});

const deleted = (type: string, fields: object): Answer => ({
  DeletedNode: { FinalFields: fields, LedgerEntryType: type, LedgerIndex: id },
});

test('a transaction other than a payment credits the rise of the balance, to the tag of the escrow, check or channel', () => {
  const finished = (node?: Answer): Answer => {
    const value = payment();
    value.tx_json = { Account: other, Fee: '12', Sequence: 5, TransactionType: 'EscrowFinish' };
    delete value.meta.delivered_amount;
    if (node) value.meta.AffectedNodes.push(node);
    return value;
  };
  const escrow = { Account: other, Destination: account, DestinationTag: 9, Amount: '90000000000' };
  assert.deepEqual(credited(finished(deleted('Escrow', escrow))), [[`${account}:9`, 25_000_000n]]);
  assert.deepEqual(credited(finished(deleted('Check', { ...escrow, DestinationTag: undefined }))), [
    [`${account}:`, 25_000_000n],
  ]);
  const elsewhere = { ...escrow, Destination: other };
  assert.deepEqual(credited(finished(deleted('Escrow', elsewhere))), [[`${account}:`, 25_000_000n]]);
  assert.deepEqual(credited(finished()), [[`${account}:`, 25_000_000n]]);
  const deletion = payment();
  deletion.tx_json.TransactionType = 'AccountDelete';
  assert.deepEqual(credited(deletion), [[`${account}:7`, 25_000_000n]]);
});

test('XRP from an offer that other payments consume is unassigned', () => {
  const value = payment();
  value.tx_json = { ...value.tx_json, Destination: other, SendMax: '30000000' };
  value.meta.delivered_amount = { currency: 'USD', issuer: other, value: '10' };
  value.meta.AffectedNodes.push(deleted('Offer', { Account: account, Sequence: 3, TakerPays: '0' }));
  assert.deepEqual(read(value)?.spends, []);
  assert.deepEqual(credited(value), [[`${account}:`, 25_000_000n]]);
});

test("the account's own transaction credits only what it received besides the fee", () => {
  const value = payment();
  value.tx_json = {
    Account: account,
    Destination: other,
    Fee: '12',
    Sequence: 5,
    TransactionType: 'Payment',
  };
  value.meta.AffectedNodes = [changed(account, '74999988', '100000000')];
  assert.deepEqual([read(value)?.spends, credited(value)], [[`${account}:5`], []]);
  value.tx_json.TransactionType = 'CheckCash';
  value.meta.AffectedNodes = [changed(account, '100999988', '100000000')];
  assert.deepEqual(credited(value), [[`${account}:`, 1_000_000n]]);
  value.tx_json = { ...value.tx_json, Sequence: 0, TicketSequence: 77 };
  assert.deepEqual(read(value)?.spends, [`${account}:77`]);
  value.meta.AffectedNodes = [{ DeletedNode: changed(account, '5', '100').ModifiedNode }];
  assert.deepEqual(credited(value), [], 'its own end');
});

test('rejects each kind of invalid answer by name', () => {
  // The recorded ledger with a transaction.
  const ledger = (): Answer => readLedgerRecording(38_129);
  readLedger(ledger(), other);
  const broken: [string, (answer: Answer) => void][] = [
    ['not validated', (answer) => (answer.validated = false)],
    ['validated as text', (answer) => (answer.validated = 'true')],
    ['open', (answer) => (answer.ledger.closed = false)],
    ['no number', (answer) => (answer.ledger.ledger_index = -1)],
    ['half a number', (answer) => (answer.ledger.ledger_index = 1.5)],
    ['no hash', (answer) => delete answer.ledger.ledger_hash],
    ['a short hash', (answer) => (answer.ledger.parent_hash = 'ABC')],
    ['no transactions', (answer) => delete answer.ledger.transactions],
    ['ids alone', (answer) => (answer.ledger.transactions = [id])],
    ['no metadata', (answer) => delete answer.ledger.transactions[0].metaData],
    ['no time', (answer) => (answer.ledger.close_time = 'yesterday')],
  ];
  for (const [name, breakIt] of broken) {
    const answer = ledger();
    breakIt(answer);
    assert.throws(() => readLedger(answer as Fields, other), XrpNodeFailure, name);
  }
  const unsound: [string, (value: Answer) => void][] = [
    ['a float', (value) => (value.meta.delivered_amount = 25.5)],
    ['a fraction', (value) => (value.meta.delivered_amount = '25.5')],
    ['a minus', (value) => (value.meta.delivered_amount = '-25')],
    ['more than there is', (value) => (value.meta.delivered_amount = '100000000000000001')],
    ['unknown', (value) => (value.meta.delivered_amount = 'unavailable')],
    ['nothing', (value) => delete value.meta.delivered_amount],
    ['another result', (value) => (value.meta.TransactionResult = 'terRETRY')],
    ['no result', (value) => delete value.meta.TransactionResult],
    ['a tag too large', (value) => (value.tx_json.DestinationTag = 4_294_967_296)],
    ['a tag of text', (value) => (value.tx_json.DestinationTag = 'seven')],
    ['a balance of another currency', (value) => (value.meta.AffectedNodes[1] = changed(account, '', '1'))],
    ['no id', (value) => delete value.hash],
    ['a strange node', (value) => (value.meta.AffectedNodes[0] = { RenamedNode: {} })],
  ];
  for (const [name, breakIt] of unsound) {
    const value = payment();
    breakIt(value);
    if (name === 'a float') assert.deepEqual(credited(value), [], name);
    else assert.throws(() => read(value), XrpNodeFailure, name);
  }
});
