import type { Platform } from '../../../platform/platform.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Address, Broadcast, ChainNode, ChainTransaction } from '../chain.ts';
import { wakeChainReader } from '../wake-chain-reader.ts';
import { hashOf } from './hashes.ts';
import { admitTransaction, type Candidate } from './network/admit-transaction.ts';
import { findTip } from './network/simulated-chain.store.ts';
import { readAccount, readMinedAccount, wasPaid } from './network/simulated-spend.store.ts';
import {
  findBlockRow,
  listTransactions,
  listWaitingIds,
  type TransactionRow,
} from './network/simulated-transaction.store.ts';
import { simulatedCoins } from './simulated-coin.rules.ts';
import { customerAccount, describeRecipient, findTrait } from './simulated-recipients.ts';
import { getPayingAddress, spendOfSequence } from './wallet/paying-address.ts';
import type { SandboxWallet } from './wallet/sandbox-wallet.ts';
import { openTransaction, type WalletTransaction } from './wallet/simulated-bytes.ts';
import { sayIn } from '../../../platform/problem.ts';

export type SimulationContext = Pick<Platform, 'sql' | 'clock' | 'signals'>;

/** Creates a node that keeps its chain in PostgreSQL, so that all processes share it. */
export function createSimulatedNode(
  context: SimulationContext,
  coin: CoinCode,
  wallet: SandboxWallet,
): ChainNode {
  const { sql } = context;
  return {
    async tip() {
      const tip = await findTip(sql, coin);
      if (!tip) throw new Error(`there is no simulated chain of ${coin}`);
      return { height: tip.height, hash: tip.hash };
    },
    async findBlock(height) {
      const block = await findBlockRow(sql, coin, height);
      if (!block) return undefined;
      return {
        height,
        hash: block.hash,
        parentHash: block.parent_hash,
        minedAtMs: block.mined_at.getTime(),
        transactions: block.transactions.map(toTransaction),
      };
    },
    async listUnconfirmed(known, limit = Infinity) {
      const ids = await listWaitingIds(sql, coin);
      const unknown = ids.filter((id) => !known.has(id));
      const asked = unknown.slice(0, limit);
      const found = asked.length === 0 ? [] : await listTransactions(sql, coin, asked);
      const waiting = found.filter((row) => row.block_height === null);
      const gone = new Set(asked);
      for (const row of waiting) gone.delete(row.id);
      return {
        ids: ids.filter((id) => !gone.has(id)),
        found: waiting.map(toTransaction),
        more: asked.length < unknown.length,
      };
    },
    async estimateFeeRate() {
      const { minimumFeeRate = 0n } = (await findTip(sql, coin)) ?? {};
      const { feeRate } = simulatedCoins[coin];
      return minimumFeeRate > feeRate ? minimumFeeRate : feeRate;
    },
    async broadcast(bytes) {
      const candidate = readBytes(coin, wallet, bytes);
      if (typeof candidate === 'string') return { outcome: 'refused', reason: candidate };
      const admission: Broadcast = await transaction(sql, (tx) =>
        admitTransaction(tx, context, coin, candidate),
      );
      if (admission.outcome === 'accepted') wakeChainReader(context.signals, coin);
      return admission;
    },
    ...(simulatedCoins[coin].funds === 'sequence'
      ? {
          hasHistory: ({ destination }: Address) => wasPaid(sql, coin, destination),
          async readAccount(of = getPayingAddress(wallet)) {
            const { balance, next } = await readMinedAccount(sql, coin, of.address);
            const { next: nextAfterWaiting } = await readAccount(sql, coin, of.address);
            return { nextNumber: next, nextAfterWaiting, spendableMinor: balance };
          },
          async describeRecipient({ address }: Address) {
            return describeRecipient(coin, address);
          },
        }
      : {}),
    ...(coin === 'XRP'
      ? {
          async findSender(transactionId: string) {
            const [row] = await listTransactions(sql, coin, [transactionId]);
            return row && { address: customerAccount, tag: null };
          },
        }
      : {}),
  };
}

function toTransaction(row: TransactionRow): ChainTransaction {
  return {
    id: row.id,
    spends: row.spends,
    outputs: row.outputs.map((output) => ({
      index: output.index,
      destination: output.destination,
      amountMinor: BigInt(output.amount),
    })),
    seenAtMs: row.seen_at.getTime(),
    ...(row.failed && row.block_height !== null ? { failed: true } : {}),
    ...(row.account !== null && row.block_height !== null ? { feeMinor: row.fee } : {}),
  };
}

/** Parses the bytes, or returns the reason why they are invalid. */
function readBytes(coin: CoinCode, wallet: SandboxWallet, bytes: string): Candidate | string {
  const opened = openTransaction(bytes, wallet.publicKey);
  if ('reason' in opened) return opened.reason;
  const { transaction: signed } = opened;
  if (signed.coin !== coin) return `it is a transaction of ${signed.coin}`;
  const outputs = readOutputs(wallet, signed);
  if (typeof outputs === 'string') return outputs;
  const shared = {
    id: hashOf(coin, bytes),
    outputs,
    feeMinor: BigInt(signed.fee),
    lastHeight: signed.lastHeight,
    failed: outputs.some(({ address }) => findTrait(coin, address) === 'fails'),
  };
  if (signed.number !== null) {
    const { source } = signed;
    const { address } = source
      ? wallet.addresses.derive(source.branch, source.index)
      : getPayingAddress(wallet);
    const sequence = { account: address, number: BigInt(signed.number) };
    return {
      ...shared,
      spends: [spendOfSequence(sequence.account, sequence.number)],
      sequence,
      inputs: null,
    };
  }
  const inputs = signed.inputs.map(({ spend, branch, index }) => ({
    spend,
    destination: wallet.addresses.derive(branch, index).destination,
  }));
  return { ...shared, spends: inputs.map((input) => input.spend), sequence: null, inputs };
}

function readOutputs(wallet: SandboxWallet, signed: WalletTransaction): Candidate['outputs'] | string {
  const outputs: Candidate['outputs'][number][] = [];
  for (const { address, destinationTag, amount } of signed.outputs) {
    const parsed = wallet.addresses.parse(address, destinationTag);
    if ('fault' in parsed) return `the address ${address} ${sayIn('en', parsed)}`;
    outputs.push({ ...parsed.address, amountMinor: BigInt(amount) });
  }
  return outputs;
}
