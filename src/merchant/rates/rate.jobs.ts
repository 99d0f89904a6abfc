import type { CronDefinition } from '../../platform/jobs/jobs.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { thinRateHistory } from './thin-rate-history.ts';

export function rateCrons(context: MerchantContext): CronDefinition[] {
  return [{ name: 'thin_rate_history', schedule: '17 * * * *', run: () => thinRateHistory(context) }];
}
