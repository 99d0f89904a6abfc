import { xrpDestination } from '../addresses/xrp-address.ts';
import type { ChainBlock, ChainOutput, ChainTransaction } from '../chain.ts';
import { dropsOf, fieldsOf, hashOf, listOf, numberOf, textOf } from './node-fields.ts';
import { XrpNodeFailure, type Fields } from './xrp-connection.ts';

/** Seconds from the Unix epoch (1970) to the XRP Ledger's epoch (2000). */
const rippleEpoch = 946_684_800;

/** Reads the answer to `ledger`, with only the transactions that concern the account. */
export function readLedger(answer: Fields, account: string): ChainBlock {
  if (answer['validated'] !== true) throw new XrpNodeFailure('the node sent a ledger that is not validated');
  const ledger = fieldsOf(answer['ledger'], 'ledger');
  if (ledger['closed'] !== true) throw new XrpNodeFailure('the node sent a ledger that is not closed');
  const height = numberOf(ledger, 'ledger_index');
  const transactions = listOf(ledger['transactions'], 'transactions').flatMap((value) => {
    const transaction = readTransaction(value, account);
    return transaction ? [transaction] : [];
  });
  return {
    height,
    hash: hashOf(ledger, 'ledger_hash'),
    parentHash: hashOf(ledger, 'parent_hash'),
    minedAtMs: (numberOf(ledger, 'close_time') + rippleEpoch) * 1000,
    transactions,
  };
}

/** Returns undefined if the account neither sent the transaction nor is changed by it. */
export function readTransaction(value: unknown, account: string): ChainTransaction | undefined {
  const envelope = fieldsOf(value, 'transaction');
  // API version 1 has the transaction's fields next to the metadata, version 2 in `tx_json`.
  const fields = envelope['tx_json'] === undefined ? envelope : fieldsOf(envelope['tx_json'], 'tx_json');
  const metadata = fieldsOf(envelope['meta'] ?? envelope['metaData'], 'metadata');
  const sender = textOf(fields, 'Account');
  const root = findAccountRoot(metadata, account);
  if (sender !== account && !root) return undefined;
  const result = textOf(metadata, 'TransactionResult');
  const failed = result.startsWith('tec');
  // A ledger contains no other results.
  if (!failed && result !== 'tesSUCCESS') throw new XrpNodeFailure(`the node has a ledger with ${result}`);
  return {
    id: hashOf(envelope['hash'] === undefined ? fields : envelope, 'hash'),
    spends: sender === account ? [`${account}:${sequenceOf(fields)}`] : [],
    outputs: failed ? [] : creditsOf(fields, metadata, account, root),
    ...(failed ? { failed } : {}),
  };
}

/** Returns the sequence number. A ticket is a reserved number of the same sequence. */
const sequenceOf = (fields: Fields): number =>
  fields['TicketSequence'] === undefined ? numberOf(fields, 'Sequence') : numberOf(fields, 'TicketSequence');

interface ChangedEntry {
  readonly kind: 'CreatedNode' | 'ModifiedNode' | 'DeletedNode';
  readonly type: string;
  /** State after the transaction; for a deleted entry, the state before it. */
  readonly fields: Fields;
  /** Earlier values of the changed fields. */
  readonly before: Fields;
}

const kinds = ['CreatedNode', 'ModifiedNode', 'DeletedNode'] as const;

function listChanges(metadata: Fields): ChangedEntry[] {
  return listOf(metadata['AffectedNodes'], 'AffectedNodes').map((value) => {
    const node = fieldsOf(value, 'affected node');
    const kind = kinds.find((candidate) => node[candidate] !== undefined);
    if (!kind) throw new XrpNodeFailure('the node sent no valid affected node');
    const entry = fieldsOf(node[kind], kind);
    return {
      kind,
      type: textOf(entry, 'LedgerEntryType'),
      fields: fieldsOf(entry[kind === 'CreatedNode' ? 'NewFields' : 'FinalFields'] ?? {}, 'fields'),
      before: fieldsOf(entry['PreviousFields'] ?? {}, 'PreviousFields'),
    };
  });
}

const findAccountRoot = (metadata: Fields, account: string): ChangedEntry | undefined =>
  listChanges(metadata).find(({ type, fields }) => type === 'AccountRoot' && fields['Account'] === account);

/**
 * Returns the credited drops. A payment credits the amount that the node reports as delivered, not the sender's
 * `Amount`, and at most the rise of the balance. Every other transaction (the end of an escrow, a deleted account, a
 * check, a channel) credits the rise of the balance.
 */
function creditsOf(
  fields: Fields,
  metadata: Fields,
  account: string,
  root: ChangedEntry | undefined,
): ChainOutput[] {
  const gained = root ? gainOf(fields, account, root) : 0n;
  const isPayment = fields['TransactionType'] === 'Payment' && fields['Destination'] === account;
  const delivered = isPayment ? deliveredOf(metadata) : gained;
  const amountMinor = delivered < gained ? delivered : gained;
  if (amountMinor <= 0n) return [];
  const tag = tagOf(fields, metadata, account);
  return [{ index: 0, destination: xrpDestination(account, tag), amountMinor }];
}

/** Returns the delivered drops. Other currencies are objects and count as 0. */
function deliveredOf(metadata: Fields): bigint {
  const delivered = metadata['delivered_amount'];
  if (delivered === undefined || delivered === 'unavailable') {
    throw new XrpNodeFailure('the node does not report the delivered amount of a payment');
  }
  return typeof delivered === 'string' ? dropsOf(metadata, 'delivered_amount') : 0n;
}

function gainOf(fields: Fields, account: string, root: ChangedEntry): bigint {
  const now = root.kind === 'DeletedNode' ? 0n : dropsOf(root.fields, 'Balance');
  if (root.kind === 'CreatedNode') return now;
  const then = root.before['Balance'] === undefined ? now : dropsOf(root.before, 'Balance');
  const paid = fields['Account'] === account ? dropsOf(fields, 'Fee') : 0n;
  return now - then + paid;
}

/**
 * Ledger entries that pay their destination when a later transaction finishes them. Each has a destination tag of its
 * own.
 */
const promises = new Set(['Escrow', 'Check', 'PayChannel']);

function tagOf(fields: Fields, metadata: Fields, account: string): string | null {
  if (fields['Destination'] === account) return readTag(fields);
  const paid = listChanges(metadata).find(
    (change) => promises.has(change.type) && change.fields['Destination'] === account,
  );
  return paid ? readTag(paid.fields) : null;
}

const readTag = (fields: Fields): string | null =>
  fields['DestinationTag'] === undefined ? null : String(numberOf(fields, 'DestinationTag'));
