import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import type { SocialContext } from '../social.context.ts';
import { pushJobName, type PushJob } from './schedule-push.ts';
import { sendPush, type DescribeNotification } from './send-push.ts';

export function deviceJobs(context: SocialContext, describe: DescribeNotification): JobDefinition[] {
  return [
    { name: pushJobName, lane: 'push', run: (payload) => sendPush(context, describe, payload as PushJob) },
  ];
}
