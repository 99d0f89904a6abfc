import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import type { SocialContext } from '../social.context.ts';
import { tellPartners, tellPartnersJobName, type TellPartnersJob } from './tell-partners.ts';

export function pairJobs(context: SocialContext): JobDefinition[] {
  return [{ name: tellPartnersJobName, run: (payload) => tellPartners(context, payload as TellPartnersJob) }];
}
