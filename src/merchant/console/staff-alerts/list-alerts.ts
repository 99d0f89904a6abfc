import type { Registry } from 'prom-client';
import { listAdjustments } from '../../books/adjustments/list-adjustments.ts';
import { decimalsOf } from '../../assets/asset.rules.ts';
import { listChainStates } from '../../chains/state/get-chain-state.ts';
import { readCeilings } from '../../payouts/cold-storage/list-ceilings.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { alertsOf, watchedFigures, type Alert, type Figure } from './alert.rules.ts';
import {
  averagePayouts,
  listPaymentAlerts,
  listWaitingWebhooks,
  type AlertedPayment,
  type WaitingWebhooks,
} from './staff-alert.store.ts';

export type { AlertedPayment, WaitingWebhooks };

type AlertContext = Pick<MerchantContext, 'sql' | 'clock' | 'metrics'>;

const usualDays = 7;
const dayMs = 86_400_000;
const mostPsps = 200;
const mostPayments = 100;

/** Lists the alerts for staff from the figures of `/metrics`, worst first. */
export async function listAlerts(context: AlertContext): Promise<Alert[]> {
  const { sql, clock } = context;
  const [figures, adjustments, ceilings, states, payouts, webhooks] = await Promise.all([
    readFigures(context.metrics.registry, watchedFigures),
    listAdjustments(context),
    readCeilings(context),
    listChainStates(sql),
    averagePayouts(sql, new Date(clock.nowMs() - usualDays * dayMs), usualDays),
    listWaitingWebhooks(sql, clock.now(), mostPsps),
  ]);
  return alertsOf(figures, {
    adjustments: adjustments.length,
    ceilings: ceilings.filter(({ status }) => status === 'proposed').length,
    coinsOff: new Set(states.filter(({ off }) => off).map(({ coin }) => coin)),
    // Precise enough to compare with a gauge.
    dailyPayouts: new Map(payouts.map(({ coin, amount }) => [coin, Number(amount) / 10 ** decimalsOf(coin)])),
    failingWebhooks: webhooks.filter(({ retrying }) => retrying > 0).length,
  });
}

/** Reads only these figures, because each gauge of the database runs a query. */
async function readFigures(registry: Registry, names: readonly string[]): Promise<Figure[]> {
  const read = await Promise.all(
    names.map(async (name) => {
      const metric = await registry.getSingleMetric(name)?.get();
      return (metric?.values ?? []).map(({ labels, value }) => ({
        name,
        labels: Object.fromEntries(Object.entries(labels).map(([key, text]) => [key, text ?? ''])),
        value,
      }));
    }),
  );
  return read.flat();
}

export interface AlertDetails {
  readonly payments: readonly AlertedPayment[];
  readonly webhooks: readonly WaitingWebhooks[];
}

export async function readAlertDetails({
  sql,
  clock,
}: Pick<MerchantContext, 'sql' | 'clock'>): Promise<AlertDetails> {
  const [payments, webhooks] = await Promise.all([
    listPaymentAlerts(sql, mostPayments),
    listWaitingWebhooks(sql, clock.now(), mostPsps),
  ]);
  return { payments, webhooks };
}
