import { systemClock as clock } from '../../src/platform/clock.ts';
import { createAddressBook } from '../../src/merchant/chains/addresses/create-address-book.ts';
import { ReaderMemory, readChain } from '../../src/merchant/chains/reading/read-chain.ts';
import { openXrpNode } from '../../src/merchant/chains/xrp/open-xrp-node.ts';
import type { Fields } from '../../src/merchant/chains/xrp/xrp-connection.ts';
import { openDatabase, type Sql } from '../../src/platform/postgres/client/database.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { playedChain } from '../../test/support/played-chain.ts';
import { median } from '../harness/latencies.ts';
import type { Stage } from '../harness/stage.ts';
import type { Measurement } from '../scenario.ts';

const account = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const customer = 'r2d2iZiCcJmNL6vhUGFjs8U8BuUq6BnmT';
/** A busy ledger of today. */
const transactionsInLedger = 200;
const oursInLedger = 20;
const watchedSizes = [1000, 100_000, 1_000_000] as const;
const ledgersMeasured = 30;
const warmUpLedgers = 15;

const hashOf = (number: number): string => number.toString(16).toUpperCase().padStart(64, '0');

const tagOf = (index: number): number => 1_000_000 + index;

const changed = (name: string, balance: number, before: number) => ({
  ModifiedNode: {
    FinalFields: { Account: name, Balance: String(balance), Flags: 0, OwnerCount: 0, Sequence: 6 },
    LedgerEntryType: 'AccountRoot',
    LedgerIndex: hashOf(1),
    PreviousFields: { Balance: String(before), Sequence: 5 },
    PreviousTxnID: hashOf(2),
    PreviousTxnLgrSeq: 5,
  },
});

/** As a node sends it: text, of which everything is parsed. */
function writeLedger(height: number, watched: number): string {
  const every = transactionsInLedger / oursInLedger;
  const transactions = Array.from({ length: transactionsInLedger }, (_, index) => {
    const isOurs = index % every === 0;
    const to = isOurs ? account : 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59';
    return {
      tx_json: {
        Account: customer,
        DeliverMax: '1000000',
        Destination: to,
        DestinationTag: tagOf((height * 7919 + index * 104_729) % watched),
        Fee: '12',
        Flags: 0,
        LastLedgerSequence: height + 20,
        Sequence: index + 1,
        SigningPubKey: '02'.padEnd(66, 'A'),
        TransactionType: 'Payment',
        TxnSignature: '3044'.padEnd(140, 'B'),
      },
      meta: {
        AffectedNodes: [changed(customer, 5_000_000, 6_000_012), changed(to, 2_000_000, 1_000_000)],
        TransactionIndex: index,
        TransactionResult: 'tesSUCCESS',
        delivered_amount: '1000000',
      },
      hash: hashOf(height * 1000 + index),
      validated: true,
    };
  });
  const ledger = {
    ledger_index: height,
    ledger_hash: hashOf(height),
    parent_hash: hashOf(height - 1),
    close_time: 800_000_000 + height * 4,
    closed: true,
    transactions,
  };
  return JSON.stringify({ ledger, validated: true });
}

/** Milliseconds for a ledger, by how many tags are watched; measured once for both figures. */
let table: Promise<ReadonlyMap<number, number>> | undefined;

async function measureReading(stage: Stage): Promise<ReadonlyMap<number, number>> {
  // Without the merchant service nobody else reads the chain of this database.
  const praca = await stage.startPraca({ SERVICES: 'accounts' });
  const sql = openDatabase({
    connection: praca.connection,
    poolSize: 4,
    applicationName: 'praca bench',
    statementTimeoutMs: 0,
  });
  let newest = 1000;
  let text = writeLedger(newest, watchedSizes[0]);
  const ask = async (command: string): Promise<Fields> => {
    if (command === 'ledger') return JSON.parse(text) as Fields;
    if (command === 'fee') return { drops: { base_fee: '10', open_ledger_fee: '10' } };
    const info = {
      complete_ledgers: `1-${newest}`,
      validated_ledger: { age: 1, hash: hashOf(newest), seq: newest },
    };
    return { info };
  };
  const chain = {
    ...playedChain('XRP'),
    addresses: createAddressBook('XRP', 'main', account),
    node: openXrpNode({ ask }, { account, networkId: 0 }),
  };
  const memory = new ReaderMemory();
  const log = createLogger({ level: 'silent', pretty: false });
  const signals = { publish: () => {}, subscribe: () => () => {}, close: async () => {} };
  const settings = { SCREENING_URL: '', SCREENING_MARKS: false };
  const read = () => readChain({ sql, clock, signals, log, settings }, chain, memory);
  const readNext = async (watched: number): Promise<number> => {
    newest += 1;
    text = writeLedger(newest, watched);
    const startedMs = performance.now();
    await read();
    return performance.now() - startedMs;
  };
  const figures = new Map<number, number>();
  try {
    await read();
    // Plans, caches and compiled code are cold at first.
    for (let turn = 0; turn < warmUpLedgers; turn++) await readNext(watchedSizes[0]);
    let watched = 0;
    for (const size of watchedSizes) {
      await watch(sql, watched, size);
      watched = size;
      const times: number[] = [];
      for (let turn = 0; turn < ledgersMeasured; turn++) times.push(await readNext(size));
      // The first ones find the new rows cold.
      figures.set(size, median(times.slice(5)));
      console.log(
        `    ${size.toLocaleString('en')} watched: ${median(times.slice(5)).toFixed(1)} ms for a ledger of ${transactionsInLedger} transactions`,
      );
    }
    return figures;
  } finally {
    await sql.end();
    await praca.stop();
  }
}

async function watch(sql: Sql, from: number, to: number): Promise<void> {
  await sql`
    insert into merchant.chain_addresses (
      coin, destination, address, destination_tag, branch, address_index, purpose, subject_id, created_at)
    select 'XRP', ${account}::text || ':' || ${tagOf(0)}::int + n, ${account}, (${tagOf(0)}::int + n)::text, 0, n,
      'payment', gen_random_uuid(), now()
    from generate_series(${from}::int, ${to - 1}::int) n`;
  await sql`vacuum analyze merchant.chain_addresses`;
  await sql`checkpoint`;
}

export const xrpLedgersRead: Measurement = {
  name: 'xrp ledgers read',
  what: `XRP ledgers of ${transactionsInLedger} transactions, ${oursInLedger} of them ours, that are parsed and stored a second, with 100 000 tags watched`,
  async measure(stage) {
    const figures = await (table ??= measureReading(stage));
    return { value: 1000 / (figures.get(100_000) ?? Number.NaN), unit: 'ledgers/s', atLeast: 10 };
  },
};

export const xrpLedgersReadAtSize: Measurement = {
  name: 'xrp ledgers read at size',
  what: 'the time of a ledger with 1 000 000 tags watched, as a multiple of that with 1 000',
  async measure(stage) {
    const figures = await (table ??= measureReading(stage));
    const [small = Number.NaN, , large = Number.NaN] = watchedSizes.map((size) => figures.get(size));
    return { value: large / small, unit: '×', atMost: 1.5 };
  },
};
