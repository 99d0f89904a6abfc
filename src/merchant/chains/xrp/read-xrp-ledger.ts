import { xrpDestination } from '../addresses/xrp-address.ts';
import type { ChainBlock, ChainOutput, ChainTransaction } from '../chain.ts';
import { dropsOf, fieldsOf, hashOf, listOf, numberOf, textOf } from './node-fields.ts';
import { XrpNodeFailure, type Fields } from './xrp-connection.ts';

/** Seconds from 1970 to the beginning of the XRP Ledger's time, 2000. */
const rippleEpoch = 946_684_800;

/** A ledger as `ledger` tells it with its transactions; of these only what concerns the account. */
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

/** Nothing where it neither is of the account nor changes it. */
export function readTransaction(value: unknown, account: string): ChainTransaction | undefined {
  const envelope = fieldsOf(value, 'transaction');
  // The two versions of the API: in the first, the fields stand beside the metadata.
  const fields = envelope['tx_json'] === undefined ? envelope : fieldsOf(envelope['tx_json'], 'tx_json');
  const metadata = fieldsOf(envelope['meta'] ?? envelope['metaData'], 'metadata');
  const sender = textOf(fields, 'Account');
  const root = findAccountRoot(metadata, account);
  if (sender !== account && !root) return undefined;
  const result = textOf(metadata, 'TransactionResult');
  const failed = result.startsWith('tec');
  // Nothing else is ever in a ledger.
  if (!failed && result !== 'tesSUCCESS') throw new XrpNodeFailure(`the node has a ledger with ${result}`);
  return {
    id: hashOf(envelope['hash'] === undefined ? fields : envelope, 'hash'),
    spends: sender === account ? [`${account}:${sequenceOf(fields)}`] : [],
    outputs: failed ? [] : creditsOf(fields, metadata, account, root),
    ...(failed ? { failed } : {}),
  };
}

/** A ticket is a number that was set aside, of the same count. */
const sequenceOf = (fields: Fields): number =>
  fields['TicketSequence'] === undefined ? numberOf(fields, 'Sequence') : numberOf(fields, 'TicketSequence');

interface ChangedEntry {
  readonly kind: 'CreatedNode' | 'ModifiedNode' | 'DeletedNode';
  readonly type: string;
  /** As it is after the transaction; before it, where it was deleted. */
  readonly fields: Fields;
  /** What the transaction has changed, as it was. */
  readonly before: Fields;
}

const kinds = ['CreatedNode', 'ModifiedNode', 'DeletedNode'] as const;

function listChanges(metadata: Fields): ChangedEntry[] {
  return listOf(metadata['AffectedNodes'], 'AffectedNodes').map((value) => {
    const node = fieldsOf(value, 'affected node');
    const kind = kinds.find((candidate) => node[candidate] !== undefined);
    if (!kind) throw new XrpNodeFailure('the node sent no sound affected node');
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
 * What the transaction brought the account, in drops. Of a payment to it, what the node says was delivered, which is not
 * what the sender wrote into `Amount`; never more than the account's balance rose by. Of everything else (an escrow that
 * ends, an account that is deleted, a check, a channel), what the balance rose by.
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

/** Other currencies are objects, and no XRP. */
function deliveredOf(metadata: Fields): bigint {
  const delivered = metadata['delivered_amount'];
  if (delivered === undefined || delivered === 'unavailable') {
    throw new XrpNodeFailure('the node does not say what a payment delivered');
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

/** Of what was made for the account earlier and is paid by this transaction, as an escrow is, the tag is its own. */
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
