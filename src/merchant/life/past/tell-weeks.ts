import { setImmediate as letOthersWork } from 'node:timers/promises';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Address } from '../../chains/chain.ts';
import { sandboxPspId } from '../../credentials/create-sandbox-psp.ts';
import { availableTo, bankAccount, transfer } from '../../ledger/ledger.rules.ts';
import { History, type Stage } from './history.ts';
import { tellDeposit, tellTrade, tellWithdrawal } from './tell-orders.ts';
import { tellPayment, type PaymentTerms } from './tell-payment.ts';
import { tellPayout, type PastPayout, type PastWallet } from './tell-payout.ts';
import type { ToldPayment } from './told-payment.ts';
import type { Story } from './weeks.rules.ts';

const dayMs = 24 * 60 * 60_000;
/** 1970 began with a Thursday. */
const firstMonday = 4;
/** Between two looks at what else the process has to do. */
const storiesAtOnce = 20;

/** Everything that the operations would have written, had the stories happened. */
export async function tellWeeks(
  stage: Stage,
  stories: readonly Story[],
  terms: PaymentTerms,
  wallets: ReadonlyMap<CoinCode, PastWallet>,
): Promise<History> {
  const history = new History(stage);
  const payouts: PastPayout[] = [];
  const payments: ToldPayment[] = [];
  const bought = new Map<number, bigint>();
  const places = new Map<string, { id: string; address: Address }>();
  for (const [index, story] of stories.entries()) {
    if (index % storiesAtOnce === 0) await letOthersWork();
    switch (story.kind) {
      case 'payment': {
        const { told, payouts: own } = tellPayment(history, story, payments.length + 1, terms);
        payments.push(told);
        payouts.push(...own);
        break;
      }
      case 'trade':
        tellTrade(history, story, bought);
        break;
      case 'withdrawal':
        payouts.push(tellWithdrawal(history, story, (coin, atMs) => terms.feeCentsAt(coin, atMs)));
        break;
      case 'deposit':
        tellDeposit(history, story, places);
        break;
    }
  }
  const changes = new Map<string, Record<string, unknown>>();
  for (const payout of payouts.toSorted((one, other) => one.atMs - other.atMs)) {
    const wallet = wallets.get(payout.coin);
    if (wallet) tellPayout(history, wallet, payout, changes);
  }
  for (const { payment } of payments) history.add('payments', payment);
  history.closeOrders();
  settleWithBank(history);
  history.movements.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  history.events.sort((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime());
  return history;
}

/**
 * The merchant is paid out what it has earned, every Monday and once more at the end: when the weeks are over its balances
 * are those of a new sandbox.
 */
function settleWithBank(history: History): void {
  const merchant = availableTo(sandboxPspId);
  const gains = history.movements.map(({ createdAt, entries }) => ({
    atMs: createdAt.getTime(),
    cents: entries
      .filter(({ owner, asset }) => owner === merchant && asset === 'EUR')
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
  }));
  const firstMs = Math.min(...gains.map(({ atMs }) => atMs));
  const lastMs = history.stage.endMs - 60_000;
  const mondays: number[] = [];
  for (let day = Math.floor(firstMs / dayMs); day * dayMs < lastMs; day++) {
    if ((day - firstMonday) % 7 === 0) mondays.push(day * dayMs + 9 * 3_600_000);
  }
  let paidUpToMs = 0;
  for (const atMs of [...mondays.filter((monday) => monday < lastMs), lastMs]) {
    const cents = gains
      .filter((gain) => gain.atMs > paidUpToMs && gain.atMs <= atMs)
      .reduce((sum, gain) => sum + gain.cents, 0n);
    paidUpToMs = atMs;
    if (cents === 0n) continue;
    const createdAt = new Date(atMs);
    const reference = `Settlement of ${createdAt.toISOString().slice(0, 10)}${atMs === lastMs ? ', the running week' : ''}`;
    const entries =
      cents > 0n
        ? transfer(merchant, bankAccount, 'EUR', cents)
        : transfer(bankAccount, merchant, 'EUR', -cents);
    history.book(createdAt, [{ kind: 'adjustment', reference, entries }]);
  }
}
