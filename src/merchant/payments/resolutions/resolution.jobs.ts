import type { JobDefinition } from '../../../platform/jobs/jobs.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { resolveJobName, resolvePayment } from './resolve-payment.ts';

export const resolutionJobs = (context: MerchantContext): JobDefinition[] => [
  { name: resolveJobName, run: (payload) => resolvePayment(context, (payload as { id: string }).id) },
];
