import type { ConsolePart } from '../../platform/console/console-page.ts';
import type { Words } from '../../platform/http/language.ts';
import type { SocialContext } from '../social.context.ts';
import { campaignFieldWords } from './campaigns/campaign-texts.ts';
import { campaignActsOf, campaignPages } from './campaigns/campaigns.page.ts';
import { eventListPage } from './events/event-list.page.ts';
import { eventFields, eventRefusals } from './events/event-texts.ts';
import { eventActsOf, eventPages } from './events/event.page.ts';
import {
  decisionWords,
  moderationRecordWords,
  moderationRefusals,
  moderationTellings,
} from './people/decision-texts.ts';
import { peoplePage } from './people/people-list.page.ts';
import { personActs } from './people/person-acts.page.ts';
import { personPages } from './people/person.page.ts';
import { queuePage } from './queue/queue.page.ts';
import { reportTasks } from './tasks/report-tasks.page.ts';
import { textFields, textRefusals } from './texts/text-texts.ts';
import { textActsOf, textPages } from './texts/texts.page.ts';
import { words } from './words/common-words.ts';

/** Pages for staff, in the order of the menu. */
export const socialConsole = (context: SocialContext): ConsolePart => ({
  pages: [
    queuePage(context),
    peoplePage(context),
    ...personPages(context),
    eventListPage(context),
    ...eventPages(context),
    ...campaignPages(context),
    ...textPages(context),
  ],
  acts: [...personActs(context), ...eventActsOf(context), ...campaignActsOf(context), ...textActsOf(context)],
  tasks: [reportTasks(context)],
  refusals: { ...moderationRefusals, ...eventRefusals, ...textRefusals },
  fields,
  tellings: moderationTellings,
});

const fields: Readonly<Record<string, Words>> = {
  name: words.name,
  reason: decisionWords.reason,
  note: decisionWords.noteForStaff,
  until: decisionWords.howLong,
  ...moderationRecordWords,
  ...eventFields,
  ...campaignFieldWords,
  ...textFields,
};
