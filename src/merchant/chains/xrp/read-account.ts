import type { Address, PayingAccount, RecipientTraits, Sender } from '../chain.ts';
import { dropsOf, fieldsOf, listOf, numberOf, textOf } from './node-fields.ts';
import { XrpNodeFailure, XrpNodeRefusal, type Fields, type XrpConnection } from './xrp-connection.ts';

/** Index of the ledger entry with the reserves on which the validators agreed. */
const feeSettingsIndex = '4BC50C9B0D8515D3EAAE1E74B29A95804346C491EE1A95BF25E4AAB854A6A651';

const accountFlags = {
  demandsTag: 0x0002_0000,
  disablesMaster: 0x0010_0000,
  takesOnlyAuthorised: 0x0100_0000,
  /** The account of an automated market maker, which has no key. */
  isPool: 0x0200_0000,
};

interface AccountEntry {
  readonly balanceDrops: bigint;
  readonly sequence: number;
  readonly ownerCount: number;
  readonly flags: number;
  readonly regularKey: string | undefined;
}

/** Finds the account in the newest validated ledger. Undefined if it does not exist. */
export async function findAccount(
  connection: XrpConnection,
  address: string,
): Promise<AccountEntry | undefined> {
  let answer: Fields;
  try {
    answer = await connection.ask('account_info', { account: address, ledger_index: 'validated' });
  } catch (error) {
    if (error instanceof XrpNodeRefusal && error.code === 'actNotFound') return undefined;
    throw error;
  }
  return readAccountInfo(answer, address);
}

export function readAccountInfo(answer: Fields, address: string): AccountEntry {
  if (answer['validated'] !== true)
    throw new XrpNodeFailure('the node sent an account that is not validated');
  const entry = fieldsOf(answer['account_data'], 'account_data');
  if (entry['Account'] !== address) throw new XrpNodeFailure('the node sent another account than requested');
  const regularKey = entry['RegularKey'];
  return {
    balanceDrops: dropsOf(entry, 'Balance'),
    sequence: numberOf(entry, 'Sequence'),
    ownerCount: numberOf(entry, 'OwnerCount'),
    flags: numberOf(entry, 'Flags'),
    regularKey: typeof regularKey === 'string' ? regularKey : undefined,
  };
}

/**
 * Transactions per page, and pages per search. If there are more, the reader has to catch up before tags are assigned.
 */
const pageSize = 400;
const mostPages = 25;

/** Returns whether a ledger from `sinceHeight` on contains a payment with the tag, successful or not. */
export async function wasPaid(
  connection: XrpConnection,
  { address, destinationTag }: Address,
  sinceHeight: number,
): Promise<boolean> {
  const question = { account: address, ledger_index_min: sinceHeight, ledger_index_max: -1, limit: pageSize };
  let marker: unknown;
  for (let page = 0; page < mostPages; page++) {
    const answer = await connection.ask('account_tx', {
      ...question,
      ...(marker === undefined ? {} : { marker }),
    });
    const found = listOf(answer['transactions'], 'transactions').some((value) => {
      const envelope = fieldsOf(value, 'transaction');
      const fields = fieldsOf(envelope['tx_json'] ?? envelope['tx'], 'tx_json');
      return fields['Destination'] === address && String(fields['DestinationTag']) === destinationTag;
    });
    if (found) return true;
    marker = answer['marker'];
    if (marker === undefined) return false;
  }
  throw new XrpNodeFailure('the account has more unread transactions than one search covers');
}

/**
 * Finds the sender of a payment. Coins from an escrow, a check or a deleted account have no sender who could be
 * refunded.
 */
export async function findSender(
  connection: XrpConnection,
  transactionId: string,
): Promise<Sender | undefined> {
  const answer = await connection.ask('tx', { transaction: transactionId });
  if (answer['validated'] !== true || answer['hash'] !== transactionId)
    throw new XrpNodeFailure('the node sent another transaction than requested');
  const fields = fieldsOf(answer['tx_json'], 'tx_json');
  if (fields['TransactionType'] !== 'Payment') return undefined;
  const tag = fields['SourceTag'] === undefined ? null : String(numberOf(fields, 'SourceTag'));
  return { address: textOf(fields, 'Account'), tag };
}

interface Reserves {
  /** Base reserve of an account, and the reserve for each object that it owns. */
  readonly baseDrops: bigint;
  readonly incrementDrops: bigint;
}

async function readReserves(connection: XrpConnection): Promise<Reserves> {
  const answer = await connection.ask('ledger_entry', { index: feeSettingsIndex, ledger_index: 'validated' });
  const entry = fieldsOf(answer['node'], 'node');
  if (entry['LedgerEntryType'] !== 'FeeSettings') throw new XrpNodeFailure('the node sent no FeeSettings');
  // Networks without the XRPFees amendment store numbers of drops.
  return entry['ReserveBaseDrops'] === undefined
    ? {
        baseDrops: BigInt(numberOf(entry, 'ReserveBase')),
        incrementDrops: BigInt(numberOf(entry, 'ReserveIncrement')),
      }
    : {
        baseDrops: dropsOf(entry, 'ReserveBaseDrops'),
        incrementDrops: dropsOf(entry, 'ReserveIncrementDrops'),
      };
}

/** Returns whether the account accepts transactions signed with the key of this address. */
const mayKeySign = (entry: AccountEntry, account: string, signer: string): boolean =>
  signer === account ? (entry.flags & accountFlags.disablesMaster) === 0 : entry.regularKey === signer;

/** Reads the next sequence number from the open ledger, which is not validated yet, and from the node's queue. */
async function readNextAfterWaiting(connection: XrpConnection, account: string): Promise<bigint | undefined> {
  const question = { account, ledger_index: 'current', queue: true };
  let answer: Fields;
  try {
    answer = await connection.ask('account_info', question);
  } catch (error) {
    if (error instanceof XrpNodeRefusal && error.code === 'actNotFound') return undefined;
    throw error;
  }
  const next = numberOf(fieldsOf(answer['account_data'], 'account_data'), 'Sequence');
  const queue = answer['queue_data'] === undefined ? {} : fieldsOf(answer['queue_data'], 'queue_data');
  const queued = queue['highest_sequence'] === undefined ? 0 : numberOf(queue, 'highest_sequence') + 1;
  return BigInt(Math.max(next, queued));
}

/** Reads the paying account and verifies that it accepts this process's key. */
export async function readPayingAccount(
  connection: XrpConnection,
  account: string,
  signer: string,
): Promise<PayingAccount> {
  const [entry, reserves, nextAfterWaiting] = await Promise.all([
    findAccount(connection, account),
    readReserves(connection),
    readNextAfterWaiting(connection, account),
  ]);
  if (!entry) throw new XrpNodeFailure(`the account ${account} does not exist yet: it lacks its reserve`);
  if (!mayKeySign(entry, account, signer)) {
    throw new XrpNodeFailure(`the key of ${signer} may not sign for ${account}: it is not its regular key`);
  }
  const reserved = reserves.baseDrops + reserves.incrementDrops * BigInt(entry.ownerCount);
  return {
    nextNumber: BigInt(entry.sequence),
    nextAfterWaiting: nextAfterWaiting ?? BigInt(entry.sequence),
    spendableMinor: entry.balanceDrops - reserved,
  };
}

/** Finds the reasons why the ledger would reject a payment and still charge its fee. */
export async function describeXrpRecipient(
  connection: XrpConnection,
  from: string,
  to: string,
): Promise<RecipientTraits> {
  const [entry, { baseDrops }] = await Promise.all([findAccount(connection, to), readReserves(connection)]);
  if (!entry) return { leastMinor: baseDrops };
  const has = (flag: number): boolean => (entry.flags & flag) !== 0;
  const refusesAll =
    has(accountFlags.isPool) ||
    (has(accountFlags.takesOnlyAuthorised) && !(await isAuthorised(connection, from, to)));
  return { demandsTag: has(accountFlags.demandsTag), refusesAll };
}

async function isAuthorised(connection: XrpConnection, from: string, to: string): Promise<boolean> {
  const answer = await connection.ask('deposit_authorized', {
    source_account: from,
    destination_account: to,
    ledger_index: 'validated',
  });
  return answer['deposit_authorized'] === true;
}
