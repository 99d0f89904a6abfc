import type { Broadcast, ChainNode } from '../chain.ts';
import { ChainFault } from '../reading/chain-fault.ts';
import { dropsOf, fieldsOf, hashOf, numberOf, textOf } from './node-fields.ts';
import { describeXrpRecipient, findSender, readPayingAccount, wasPaid } from './read-account.ts';
import { readLedger } from './read-xrp-ledger.ts';
import { describeNetwork, hasLedger, parseLedgerRanges, type LedgerRange } from './xrp-network.rules.ts';
import { XrpNodeFailure, XrpNodeRefusal, type Fields, type XrpConnection } from './xrp-connection.ts';

/** Maximum age of the newest ledger. The network closes one every three to five seconds. */
const oldestLedgerSeconds = 60;
/** States of a server that follows the network. Clio reports none. */
const synced = new Set(['full', 'proposing', 'validating']);

/** Upper limit of a payout's fee in drops (0.2 XRP), no matter what the node asks for. The usual fee is 0.00001 XRP. */
export const highestFee = 200_000n;

export interface XrpAccount {
  readonly account: string;
  readonly networkId: number;
  /** Address of the signing key: the account itself, or its regular key. */
  readonly signer?: string;
}

export function openXrpNode(connection: XrpConnection, of: XrpAccount): ChainNode {
  /** Ledgers that the node had when its newest ledger was last requested. */
  let history: readonly LedgerRange[] = [];
  let newest = 0;
  const { signer } = of;
  return {
    async tip() {
      const info = fieldsOf((await connection.ask('server_info'))['info'], 'info');
      checkNetwork(info, of.networkId);
      const tip = readNewest(info);
      history = readHistory(info);
      newest = tip.height;
      return tip;
    },
    async findBlock(height) {
      if (height > newest) return undefined;
      // A missing ledger is never skipped: payments in it would be lost.
      if (!hasLedger(history, height)) throw historyMissing(height, history);
      try {
        const answer = await connection.ask('ledger', {
          ledger_index: height,
          transactions: true,
          expand: true,
        });
        const block = readLedger(answer, of.account);
        if (block.height !== height) throw new XrpNodeFailure('the node sent another ledger than requested');
        return block;
      } catch (error) {
        if (error instanceof XrpNodeRefusal && error.code === 'lgrNotFound') {
          throw historyMissing(height, history);
        }
        throw error;
      }
    },
    // Only validated ledgers count. A transaction is in one within seconds, or never.
    listUnconfirmed: async () => ({ ids: [], found: [] }),
    async estimateFeeRate() {
      const drops = fieldsOf((await connection.ask('fee'))['drops'], 'drops');
      const base = dropsOf(drops, 'base_fee');
      const open = dropsOf(drops, 'open_ledger_fee');
      const fee = open > base ? open : base;
      if (fee === 0n) throw new XrpNodeFailure('the node gives a fee of 0');
      return fee < highestFee ? fee : highestFee;
    },
    broadcast: (bytes) => broadcast(connection, bytes),
    findSender: (transactionId) => findSender(connection, transactionId),
    hasHistory: (to, sinceHeight) => wasPaid(connection, to, sinceHeight),
    describeRecipient: ({ address }) => describeXrpRecipient(connection, of.account, address),
    ...(signer === undefined ? {} : { readAccount: () => readPayingAccount(connection, of.account, signer) }),
  };
}

/** Checks the network id. Only a node of the main network may omit it, because it does so by default. */
function checkNetwork(info: Fields, networkId: number): void {
  const found = info['network_id'] === undefined ? 0 : numberOf(info, 'network_id');
  if (found === networkId) return;
  throw new XrpNodeFailure(`the node is of ${describeNetwork(found)}, not of ${describeNetwork(networkId)}`);
}

function readNewest(info: Fields): { height: number; hash: string } {
  const state = info['server_state'] === undefined ? undefined : textOf(info, 'server_state');
  if (state !== undefined && !synced.has(state)) {
    throw new XrpNodeFailure(`the node is still catching up with the network (${state.slice(0, 20)})`);
  }
  if (info['validated_ledger'] === undefined) {
    throw new XrpNodeFailure('the node has no validated ledger yet');
  }
  const newest = fieldsOf(info['validated_ledger'], 'validated_ledger');
  if (numberOf(newest, 'age') > oldestLedgerSeconds) {
    throw new XrpNodeFailure('the newest validated ledger of the node is more than a minute old');
  }
  return { height: numberOf(newest, 'seq'), hash: hashOf(newest, 'hash') };
}

function readHistory(info: Fields): LedgerRange[] {
  const ranges = parseLedgerRanges(textOf(info, 'complete_ledgers'));
  if (!ranges) throw new XrpNodeFailure('the node sent no valid complete_ledgers');
  return ranges;
}

function historyMissing(height: number, history: readonly LedgerRange[]): ChainFault {
  const has = history.map(([first, last]) => `${first}-${last}`).join(', ');
  return new ChainFault(
    'history_missing',
    `the node has no ledger ${height}, only ${has === '' ? 'none' : has.slice(0, 200)}`,
  );
}

/**
 * Submits the transaction. A queued or provisionally failed (`tec`) transaction may still enter a ledger, so it counts
 * as accepted. The same bytes may be submitted again after any other result.
 */
async function broadcast(connection: XrpConnection, bytes: string): Promise<Broadcast> {
  let answer: Fields;
  try {
    answer = await connection.ask('submit', { tx_blob: bytes });
  } catch (error) {
    if (!(error instanceof XrpNodeRefusal) || error.code !== 'invalidTransaction') throw error;
    return { outcome: 'refused', reason: error.message };
  }
  const result = textOf(answer, 'engine_result');
  if (result === 'tefALREADY') return { outcome: 'known' };
  if (result === 'tesSUCCESS' || result === 'terQUEUED' || result.startsWith('tec')) {
    return { outcome: 'accepted' };
  }
  const message = typeof answer['engine_result_message'] === 'string' ? answer['engine_result_message'] : '';
  return { outcome: 'refused', reason: `${result.slice(0, 40)} ${message.slice(0, 200)}`.trim() };
}
