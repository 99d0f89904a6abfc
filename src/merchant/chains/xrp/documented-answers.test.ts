import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLedgerRecording } from '../../../../test/support/rippled/recordings.ts';
import type { ChainNode } from '../chain.ts';
import { openXrpNode } from './open-xrp-node.ts';
import { XrpNodeFailure, type Fields } from './xrp-connection.ts';

const account = 'r2d2iZiCcJmNL6vhUGFjs8U8BuUq6BnmT';

/** Simulates a node that gives these answers, and an empty answer to every other command. */
const answering = (answers: Readonly<Record<string, Fields>>, networkId = 0): ChainNode =>
  openXrpNode({ ask: async (command) => answers[command] ?? {} }, { account, networkId });

/** The answer to `server_info`, in the documented form. */
const serverInfo = (fields: object): Fields => ({
  info: {
    build_version: '2.4.0',
    complete_ledgers: '32570-40000',
    hostid: 'PRACA',
    io_latency_ms: 1,
    last_close: { converge_time_s: 2, proposers: 35 },
    load_factor: 1,
    peers: 21,
    server_state: 'full',
    validated_ledger: {
      age: 3,
      base_fee_xrp: 0.00001,
      hash: readLedgerRecording(40_000).ledger_hash,
      reserve_base_xrp: 1,
      reserve_inc_xrp: 0.2,
      seq: 40_000,
    },
    validation_quorum: 28,
    ...fields,
  },
  status: 'success',
});

/** The answer to `submit`, in the documented form. */
const submitted = (result: string, code: number, message: string): Fields => ({
  accepted: code === 0,
  applied: code === 0,
  broadcast: code === 0,
  engine_result: result,
  engine_result_code: code,
  engine_result_message: message,
  kept: code === 0,
  queued: false,
  status: 'success',
  tx_blob: '12',
  tx_json: { Account: account, Fee: '10', Sequence: 360, TransactionType: 'Payment' },
  validated_ledger_index: 40_000,
});

test('understands answers in the documented form', async () => {
  const { ledger_hash: hash } = readLedgerRecording(40_000);
  const ofTestNetwork = serverInfo({ network_id: 1 });
  assert.deepEqual(await answering({ server_info: ofTestNetwork }, 1).tip(), { height: 40_000, hash });
  assert.deepEqual(await answering({ server_info: serverInfo({}) }).tip(), { height: 40_000, hash });
  await assert.rejects(answering({ server_info: ofTestNetwork }).tip(), /not of xrp main/);
  const accepted = submitted('tesSUCCESS', 0, 'The transaction was applied.');
  assert.deepEqual(await answering({ submit: accepted }).broadcast('12'), { outcome: 'accepted' });
  const malformed = submitted('temMALFORMED', -299, 'Malformed transaction.');
  assert.deepEqual(await answering({ submit: malformed }).broadcast('12'), {
    outcome: 'refused',
    reason: 'temMALFORMED Malformed transaction.',
  });
});

test('reads a recorded ledger, but rejects one with only the ids of its transactions', async () => {
  const ledger = readLedgerRecording(38_129);
  const node = answering({ server_info: serverInfo({}), ledger });
  await node.tip();
  assert.equal((await node.findBlock(38_129))?.hash, ledger.ledger_hash);
  await assert.rejects(node.findBlock(38_128), /another ledger than requested/);
  // The form of an answer to a request without `transactions`.
  ledger.ledger.transactions = ledger.ledger.transactions.map(({ hash }: { hash: string }) => hash);
  await assert.rejects(node.findBlock(38_129), XrpNodeFailure);
});
