import type { CronDefinition, JobDefinition } from '../../platform/jobs/jobs.ts';
import type { SocialContext } from '../social.context.ts';
import { giveMoreSeats, giveSeatsJobName, tendWaitingLists, type GiveSeatsJob } from './give-seats.ts';

export function eventJobs(context: SocialContext): JobDefinition[] {
  return [{ name: giveSeatsJobName, run: (payload) => giveMoreSeats(context, payload as GiveSeatsJob) }];
}

export function eventCrons(context: SocialContext): CronDefinition[] {
  return [
    {
      name: 'social_tend_waiting_lists',
      schedule: '*/10 * * * *',
      run: () => tendWaitingLists(context),
    },
  ];
}
