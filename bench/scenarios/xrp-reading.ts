import { createAddressBook } from '../../src/merchant/chains/addresses/create-address-book.ts';
import { openXrpNode } from '../../src/merchant/chains/xrp/open-xrp-node.ts';
import type { Fields } from '../../src/merchant/chains/xrp/xrp-connection.ts';
import { playedChain } from '../../test/support/played-chain.ts';
import {
  measureReading,
  measuredOnce,
  readingAtSize,
  readingRate,
  type PlayedReading,
} from '../harness/measure-reading.ts';

const account = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const customer = 'r2d2iZiCcJmNL6vhUGFjs8U8BuUq6BnmT';
/** A busy ledger as of 2026. */
const transactionsInLedger = 200;
const oursInLedger = 20;

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

/** Returns the ledger as a node's JSON text, which is parsed completely. */
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

function playLedgers(): PlayedReading {
  let newest = 1000;
  let text = '';
  const ask = async (command: string): Promise<Fields> => {
    if (command === 'ledger') return JSON.parse(text) as Fields;
    if (command === 'fee') return { drops: { base_fee: '10', open_ledger_fee: '10' } };
    const info = {
      complete_ledgers: `1-${newest}`,
      validated_ledger: { age: 1, hash: hashOf(newest), seq: newest },
    };
    return { info };
  };
  return {
    chain: {
      ...playedChain('XRP'),
      addresses: createAddressBook('XRP', 'main', account),
      node: openXrpNode({ ask }, { account, networkId: 0 }),
    },
    mine(watched) {
      newest += 1;
      text = writeLedger(newest, watched);
    },
    async watch(sql, from, below) {
      await sql`
        insert into merchant.chain_addresses (
          coin, destination, address, destination_tag, branch, address_index, purpose, subject_id, created_at)
        select 'XRP', ${account}::text || ':' || ${tagOf(0)}::int + n, ${account}, (${tagOf(0)}::int + n)::text, 0, n,
          'payment', gen_random_uuid(), now()
        from generate_series(${from}::int, ${below - 1}::int) n`;
    },
  };
}

const readLedgers = measuredOnce((stage) =>
  measureReading(
    stage,
    { warmUp: 15, measured: 30, cold: 5, what: `a ledger of ${transactionsInLedger} transactions` },
    playLedgers,
  ),
);

export const xrpLedgersRead = readingRate(
  {
    name: 'xrp ledgers read',
    what: `XRP ledgers of ${transactionsInLedger} transactions, ${oursInLedger} of them ours, that are parsed and stored a second, with 100 000 tags watched`,
    unit: 'ledgers/s',
    atLeast: 10,
  },
  readLedgers,
);

export const xrpLedgersReadAtSize = readingAtSize(
  {
    name: 'xrp ledgers read at size',
    what: 'the time of a ledger with 1 000 000 tags watched, as a multiple of that with 1 000',
    of: 1000,
  },
  readLedgers,
);
