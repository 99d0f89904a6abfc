import type { Task, TaskSource, Visit } from '../../../platform/console/console-page.ts';
import { linkTask } from '../../../platform/console/tasks/queue.page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import type { SocialContext } from '../../social.context.ts';
import { peopleTexts } from '../people/people-texts.ts';
import { categoryWords } from '../people/story-texts.ts';
import { reportsPath } from '../queue/queue.page.ts';
import { queueTexts as texts } from '../queue/queue-texts.ts';
import { moderators } from '../words/social-roles.ts';
import { countReported, listReported, type ReportedEvent, type ReportedPerson } from './list-report-tasks.ts';

/** Reported people and events and open appeals, for the queue of staff. */
export const reportTasks = (context: Pick<SocialContext, 'sql'>): TaskSource => ({
  name: texts.reports,
  grant: moderators,
  page: reportsPath,
  count: (limit) => countReported(context, limit),
  async list(visit, limit) {
    const { people, events } = await listReported(context, limit);
    return [
      ...people.map((person) => describePerson(visit, person)),
      ...events.map((event) => describeEvent(visit, event)),
    ];
  },
});

function describePerson(visit: Visit, person: ReportedPerson): Task {
  const { say } = visit;
  const name = person.isErased ? say(peopleTexts.erased) : person.name;
  const isReport = person.categories.length > 0;
  return {
    harm: person.isGrave ? 'person' : 'waiting',
    since: person.since,
    what: fill(say(isReport ? texts.reportTask : texts.appealTask), { name }),
    detail: [
      ...person.categories.map((category) => say(categoryWords(category))),
      ...(isReport && person.hasAppeal ? [say(texts.appeal)] : []),
    ].join(', '),
    act: linkTask(visit.address(`/social/people/${person.id}`), say(texts.decide)),
  };
}

const describeEvent = (
  { say, address }: Visit,
  { id, name, category, isGrave, since }: ReportedEvent,
): Task => ({
  harm: isGrave ? 'person' : 'waiting',
  since,
  what: fill(say(texts.eventTask), { name }),
  detail: say(categoryWords(category)),
  act: linkTask(address(`/social/events/${id}`), say(texts.decide)),
});
