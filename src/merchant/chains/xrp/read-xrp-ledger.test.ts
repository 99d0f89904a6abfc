import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readLedger, readTransaction } from './read-xrp-ledger.ts';
import { XrpNodeFailure, type Fields } from './xrp-connection.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- answers have many shapes, and tests change them at will
type Answer = any;

const recorded = (name: string): Answer =>
  JSON.parse(
    readFileSync(new URL(`../../../../test/fixtures/rippled/${name}.json`, import.meta.url), 'utf8'),
  );

const account = 'rNNuQMuExCiEjeZ4h9JJnj5PSWypdMXDj4';
const other = 'r2d2iZiCcJmNL6vhUGFjs8U8BuUq6BnmT';
const id = 'A'.repeat(64);

/** A payment of 25 XRP to tag 7, in the form of the API's second version. */
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

test('a recorded ledger is read as it is: its place, its time and what it changed for an account', () => {
  const answer = recorded('ledger7501326');
  const block = readLedger(answer, 'rfcXiCHA5TJaCr4B6natrHKGkCrnJNKsnT');
  assert.equal(block.height, 7_501_326);
  assert.equal(block.hash, 'E212F3EA7454A298BC0D0BCD79CE37EE08068976216AB94C71E9DDDFE45C81A4');
  assert.equal(block.parentHash, '664D5B5110E1E9880B4FACD3BDA0996C502E0ABC71C87312900EB57E0E7A2413');
  assert.equal(new Date(block.minedAtMs).toISOString(), '2014-07-01T08:03:50.000Z');
  // Its offers were taken by two payments between others: nobody's payment, and yet XRP that came.
  assert.deepEqual(
    block.transactions.map(({ spends, outputs }) => [spends, outputs.map((one) => one.amountMinor)]),
    [
      [[], [42_553_192n]],
      [[], [42_553_192n]],
    ],
  );
  assert.ok(block.transactions.every((one) => one.outputs[0]?.destination.endsWith(':')));
});

test('of a recorded ledger, what an account sent is told by its number, and what failed is told as failed', () => {
  const answer = recorded('ledger7501326');
  const [offer] = readLedger(answer, 'rn694SpeUFw3VJwapyRKx6bpru3ZpDHzji').transactions;
  assert.equal(offer?.failed, true);
  assert.equal(offer.spends.length, 1);
  const [cancelled, again] = readLedger(answer, 'rGGgeiB9MYPG1NAs5vk7y85wsfAAipSr8p').transactions;
  assert.deepEqual([cancelled?.failed, cancelled?.outputs, again?.outputs], [undefined, [], []]);
  assert.deepEqual(readLedger(answer, account).transactions, [], 'nothing of others');
});

test('a recorded payment that makes the account credits all of its first balance', () => {
  const answer = recorded('ledger38129');
  const to = 'rLQBHVhFnaC5gLEkgr6HgBJJ3bgeZHg9cj';
  // Recorded before the server told what was delivered.
  assert.throws(() => readLedger(answer, to), /does not say what a payment delivered/);
  answer.ledger.transactions[0].metaData.delivered_amount = '10000000000';
  const [made] = readLedger(answer, to).transactions;
  assert.deepEqual(made?.outputs, [{ index: 0, destination: `${to}:`, amountMinor: 10_000_000_000n }]);
  const [sent] = readLedger(recorded('ledger38129'), 'r3kmLJN5D28dHuH8vZNUZpMC43pEHpaocV').transactions;
  assert.deepEqual([sent?.spends, sent?.outputs], [['r3kmLJN5D28dHuH8vZNUZpMC43pEHpaocV:62'], []]);
});

test('recorded partial payments credit no other currency, and nothing that the balance does not show', () => {
  const ofUsd = recorded('partialPaymentIOU');
  const ofXrp = recorded('partialPaymentXRP');
  assert.equal(read({ ...ofUsd, hash: id }), undefined);
  assert.equal(read({ ...ofXrp, hash: id }), undefined, 'the account is not in the metadata');
  // As they would be had the account's own entry changed.
  for (const [value, expected] of [
    [ofUsd, []],
    [ofXrp, [[`${account}:`, 1_000_000n]]],
  ] as const) {
    const balance = value === ofXrp ? '2000000' : '1000000';
    value.meta.AffectedNodes.push(changed(account, balance, '1000000'));
    assert.deepEqual(credited({ ...value, hash: id }), expected);
  }
});

test('what was delivered counts, not what the sender promised, and never more than the balance rose by', () => {
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

test('a payment without a tag, with tag 0 and with the largest one are three destinations', () => {
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

test('a transaction that failed credits nothing, whatever else it says', () => {
  const value = payment();
  value.meta.TransactionResult = 'tecPATH_PARTIAL';
  assert.deepEqual([read(value)?.failed, read(value)?.outputs], [true, []]);
});

const deleted = (type: string, fields: object): Answer => ({
  DeletedNode: { FinalFields: fields, LedgerEntryType: type, LedgerIndex: id },
});

test('what is no payment credits what the balance rose by, to the tag of what was promised', () => {
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

test('what the account itself sent credits nothing but what came beside the fee', () => {
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

test('an answer that is not sound credits nothing: each is refused by name', () => {
  const ledger = (): Answer => recorded('ledger7501326');
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
