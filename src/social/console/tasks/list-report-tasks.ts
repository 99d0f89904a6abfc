import type { SocialContext } from '../../social.context.ts';
import {
  countReportTasks,
  listReportedEvents,
  listReportedPeople,
  type ReportedEvent,
  type ReportedPerson,
} from './report-task.store.ts';

export type { ReportedEvent, ReportedPerson };

type Context = Pick<SocialContext, 'sql'>;

export const countReported = ({ sql }: Context, limit: number): Promise<number> =>
  countReportTasks(sql, limit);

/** Lists people and events with open reports, and people with an open appeal. */
export async function listReported(
  { sql }: Context,
  limit: number,
): Promise<{ people: readonly ReportedPerson[]; events: readonly ReportedEvent[] }> {
  const [people, events] = await Promise.all([
    listReportedPeople(sql, limit),
    listReportedEvents(sql, limit),
  ]);
  return { people, events };
}
