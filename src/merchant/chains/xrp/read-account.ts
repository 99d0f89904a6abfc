import type { Address, PayingAccount, RecipientTraits } from '../chain.ts';
import { dropsOf, fieldsOf, listOf, numberOf } from './node-fields.ts';
import { XrpNodeFailure, XrpNodeRefusal, type Fields, type XrpConnection } from './xrp-connection.ts';

/** Where the ledger keeps its own settings, as everybody's validators agreed on them. */
const feeSettingsIndex = '4BC50C9B0D8515D3EAAE1E74B29A95804346C491EE1A95BF25E4AAB854A6A651';

/** Flags of an account's entry. */
const accountFlags = {
  demandsTag: 0x0002_0000,
  disablesMaster: 0x0010_0000,
  takesOnlyAuthorised: 0x0100_0000,
  /** Of a market maker that no key belongs to. */
  isPool: 0x0200_0000,
};

interface AccountEntry {
  readonly balanceDrops: bigint;
  readonly sequence: number;
  readonly ownerCount: number;
  readonly flags: number;
  readonly regularKey: string | undefined;
}

/** As the newest validated ledger has it; undefined where there is no such account. */
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
  if (entry['Account'] !== address)
    throw new XrpNodeFailure('the node sent another account than was asked for');
  const regularKey = entry['RegularKey'];
  return {
    balanceDrops: dropsOf(entry, 'Balance'),
    sequence: numberOf(entry, 'Sequence'),
    ownerCount: numberOf(entry, 'OwnerCount'),
    flags: numberOf(entry, 'Flags'),
    regularKey: typeof regularKey === 'string' ? regularKey : undefined,
  };
}

/** So many transactions of the account are listed at once, and so many times: more are read before tags are assigned. */
const pageSize = 400;
const mostPages = 25;

/** Whether the ledgers since then have a payment with the tag, successful or not. */
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
  throw new XrpNodeFailure(
    'the account has more transactions that were not read yet than are looked through',
  );
}

interface Reserves {
  /** What every account keeps, and what it keeps beside for each thing that it owns. */
  readonly baseDrops: bigint;
  readonly incrementDrops: bigint;
}

async function readReserves(connection: XrpConnection): Promise<Reserves> {
  const answer = await connection.ask('ledger_entry', { index: feeSettingsIndex, ledger_index: 'validated' });
  const entry = fieldsOf(answer['node'], 'node');
  if (entry['LedgerEntryType'] !== 'FeeSettings') throw new XrpNodeFailure('the node sent no FeeSettings');
  // Networks that have not agreed on amounts of XRP there have numbers of drops.
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

/** Whether the ledger takes the account's transactions from the key of this address. */
const mayKeySign = (entry: AccountEntry, account: string, signer: string): boolean =>
  signer === account ? (entry.flags & accountFlags.disablesMaster) === 0 : entry.regularKey === signer;

/** The account that pays, with the key that this process has. */
export async function readPayingAccount(
  connection: XrpConnection,
  account: string,
  signer: string,
): Promise<PayingAccount> {
  const [entry, reserves] = await Promise.all([findAccount(connection, account), readReserves(connection)]);
  if (!entry) throw new XrpNodeFailure(`the account ${account} does not exist yet: it lacks its reserve`);
  if (!mayKeySign(entry, account, signer)) {
    throw new XrpNodeFailure(`the key of ${signer} may not sign for ${account}: it is not its regular key`);
  }
  const reserved = reserves.baseDrops + reserves.incrementDrops * BigInt(entry.ownerCount);
  return { nextNumber: BigInt(entry.sequence), spendableMinor: entry.balanceDrops - reserved };
}

/** What the ledger would refuse at the cost of the fee. */
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
