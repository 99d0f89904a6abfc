import type { CronDefinition, JobDefinition } from '../../../platform/jobs/jobs.ts';
import { inBatches } from '../../../platform/postgres/in-batches.ts';
import type { SocialContext } from '../../social.context.ts';
import { keepUpdatesMs } from '../../delivery/updates/update.rules.ts';
import { forgetNotices } from './notice.store.ts';
import {
  deliverJobName,
  deliverNotice,
  remindJobName,
  remindOfDueEvents,
  remindParticipants,
  type DeliverJob,
  type RemindJob,
} from './notify-participants.ts';

export function noticeJobs(context: SocialContext): JobDefinition[] {
  return [
    { name: deliverJobName, run: (payload) => deliverNotice(context, payload as DeliverJob) },
    { name: remindJobName, run: (payload) => remindParticipants(context, payload as RemindJob) },
  ];
}

export function noticeCrons(context: SocialContext): CronDefinition[] {
  return [
    {
      name: 'social_remind_of_events',
      schedule: '*/10 * * * *',
      async run() {
        await remindOfDueEvents(context);
        const before = new Date(context.clock.nowMs() - keepUpdatesMs);
        await inBatches((limit) => forgetNotices(context.sql, before, limit));
      },
    },
  ];
}
