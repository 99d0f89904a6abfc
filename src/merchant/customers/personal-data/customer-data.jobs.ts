import type { CronDefinition } from '../../../platform/jobs/jobs.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { eraseQuietCustomers } from './erase-quiet-customers.ts';

export const eraseCustomersCron = (context: MerchantContext): CronDefinition => ({
  name: 'merchant_erase_customers',
  schedule: '43 * * * *',
  run: () => eraseQuietCustomers(context),
});
