import { coinCodes, decimalsOf } from '../assets/asset.rules.ts';
import { chainAccount } from '../books/ledger.rules.ts';
import { readBalance } from '../books/read-balance.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { measureHeld } from './control/control.store.ts';
import { measureWaiting } from './payout.store.ts';

type Measured = Pick<MerchantContext, 'metrics' | 'sql' | 'clock' | 'chains'>;

export function measurePayouts({ metrics, sql, clock, chains }: Measured): void {
  const states = ['RESERVED', 'SIGNED', 'COMPLETED'] as const;
  const each = async (set: (coin: string, state: string, row?: Waiting) => void): Promise<void> => {
    const rows = await measureWaiting(sql);
    for (const coin of coinCodes.filter((code) => chains.find(code))) {
      for (const state of states) {
        const row = rows.find((candidate) => candidate.coin === coin && candidate.status === state);
        set(coin, state.toLowerCase(), row);
      }
    }
  };
  metrics.gauge(
    'payouts_waiting',
    'Payouts that are not done: reserved, signed, or completed and then lost again by the chain',
    (gauge) => each((coin, state, row) => gauge.set({ coin, state }, row?.count ?? 0)),
    ['coin', 'state'],
  );
  metrics.gauge(
    'payouts_troubled',
    'Payouts that wait because the wallet is short, the node names no fee rate, or it refuses them',
    (gauge) => each((coin, state, row) => gauge.set({ coin, state }, row?.troubled ?? 0)),
    ['coin', 'state'],
  );
  metrics.gauge(
    'payouts_stuck',
    'Unmined payouts whose fee was raised already or cannot be raised',
    (gauge) => each((coin, state, row) => gauge.set({ coin, state }, row?.stuck ?? 0)),
    ['coin', 'state'],
  );
  metrics.gauge(
    'payouts_oldest_seconds',
    'Age of the oldest payout that is not done',
    (gauge) =>
      each((coin, state, row) =>
        gauge.set({ coin, state }, row ? (clock.nowMs() - row.oldest_at.getTime()) / 1000 : 0),
      ),
    ['coin', 'state'],
  );
  metrics.gauge(
    'wallet_balance',
    'Booked coins in the hot wallet, less signed payouts',
    async (gauge) => {
      const rows = await measureWaiting(sql);
      for (const coin of chains.codes) {
        const signed = rows.find((row) => row.coin === coin && row.status === 'SIGNED')?.amount ?? 0n;
        const balance = -(await readBalance(sql, chainAccount, coin)) - signed;
        // Rounded, which is exact enough for a graph.
        gauge.set({ coin }, Number(balance) / 10 ** decimalsOf(coin));
      }
    },
    ['coin'],
  );
}

export function measureHeldPayouts({ metrics, sql, chains }: Omit<Measured, 'clock'>): void {
  metrics.gauge(
    'payouts_held',
    'Payouts that wait for a second person, or for screening',
    async (gauge) => {
      const rows = await measureHeld(sql);
      for (const coin of chains.codes) {
        for (const hold of ['approval', 'screening'] as const) {
          gauge.set({ coin, hold }, rows.find((row) => row.coin === coin && row.hold === hold)?.count ?? 0);
        }
      }
    },
    ['coin', 'hold'],
  );
}

type Waiting = Awaited<ReturnType<typeof measureWaiting>>[number];
