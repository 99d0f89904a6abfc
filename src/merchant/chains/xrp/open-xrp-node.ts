import type { Broadcast, ChainNode } from '../chain.ts';
import { ChainFault } from '../reading/chain-fault.ts';
import { hasLedger, parseLedgerRanges, type LedgerRange } from './complete-ledgers.rules.ts';
import { dropsOf, fieldsOf, hashOf, numberOf, textOf } from './node-fields.ts';
import { describeXrpRecipient, readPayingAccount, wasPaid } from './read-account.ts';
import { readLedger } from './read-xrp-ledger.ts';
import { describeNetwork } from './xrp-network.rules.ts';
import { XrpNodeFailure, XrpNodeRefusal, type Fields, type XrpConnection } from './xrp-connection.ts';

/** The network closes a ledger every three to five seconds. One that is this old is not the newest. */
const oldestLedgerSeconds = 60;
/** Those in which a server follows the network. Clio names none. */
const synced = new Set(['full', 'proposing', 'validating']);

/** No payout pays more, whatever the node asks for: 0.2 XRP, where the usual fee is 0.00001. */
export const highestFee = 200_000n;

export interface XrpAccount {
  readonly account: string;
  readonly networkId: number;
  /** Whose key signs here: the account itself, or what it has named its regular key. */
  readonly signer?: string;
}

export function openXrpNode(connection: XrpConnection, of: XrpAccount): ChainNode {
  /** What the node had when it was last asked for its newest ledger. */
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
      // Never passed over: what was paid in it would be lost.
      if (!hasLedger(history, height)) throw historyMissing(height, history);
      try {
        const answer = await connection.ask('ledger', {
          ledger_index: height,
          transactions: true,
          expand: true,
        });
        const block = readLedger(answer, of.account);
        if (block.height !== height)
          throw new XrpNodeFailure('the node sent another ledger than was asked for');
        return block;
      } catch (error) {
        if (error instanceof XrpNodeRefusal && error.code === 'lgrNotFound') {
          throw historyMissing(height, history);
        }
        throw error;
      }
    },
    // Only what is in a validated ledger counts; a transaction is in one within seconds, or never.
    listUnconfirmed: async () => ({ ids: [], found: [] }),
    async estimateFeeRate() {
      const drops = fieldsOf((await connection.ask('fee'))['drops'], 'drops');
      const base = dropsOf(drops, 'base_fee');
      const open = dropsOf(drops, 'open_ledger_fee');
      const fee = open > base ? open : base;
      if (fee === 0n) throw new XrpNodeFailure('the node names a fee of nothing');
      return fee < highestFee ? fee : highestFee;
    },
    broadcast: (bytes) => broadcast(connection, bytes),
    hasHistory: (to, sinceHeight) => wasPaid(connection, to, sinceHeight),
    describeRecipient: ({ address }) => describeXrpRecipient(connection, of.account, address),
    ...(signer === undefined ? {} : { readAccount: () => readPayingAccount(connection, of.account, signer) }),
  };
}

/** Only on the main network a node may leave the id out: that is what one without a setting of its own does. */
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
  if (!ranges) throw new XrpNodeFailure('the node sent no sound complete_ledgers');
  return ranges;
}

function historyMissing(height: number, history: readonly LedgerRange[]): ChainFault {
  const has = history.map(([first, last]) => `${first}-${last}`).join(', ');
  return new ChainFault(
    'history_missing',
    `the node has no ledger ${height}, only ${has === '' ? 'none' : has.slice(0, 200)}`,
  );
}

/** `ter`: not yet. What is queued, or failed only by what is known now, is on its way all the same. */
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
