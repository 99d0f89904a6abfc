import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import type { SocialContext } from '../social.context.ts';
import { pushJobName, type PushJob } from './schedule-push.ts';
import { sendPush } from './send-push.ts';

export function deviceJobs(context: SocialContext): JobDefinition[] {
  return [{ name: pushJobName, run: (payload) => sendPush(context, payload as PushJob) }];
}
