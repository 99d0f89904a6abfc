import type { ConsolePart } from '../../platform/console/console-page.ts';
import type { Words } from '../../platform/console/organisations.ts';
import { socialDetails } from '../details/social-details.ts';
import type { SocialContext } from '../social.context.ts';
import { decisionWords, moderationRefusals } from './people/decision-texts.ts';
import { peoplePage } from './people/people-list.page.ts';
import { personActs } from './people/person-acts.page.ts';
import { personPages } from './people/person.page.ts';
import { queuePage } from './queue/queue.page.ts';

/** The pages for staff, in the order of the menu. */
export const socialConsole = (context: SocialContext): ConsolePart => ({
  pages: [queuePage(context), peoplePage(context), ...personPages(context)],
  acts: personActs(context),
  refusals: moderationRefusals,
  fields,
  details: socialDetails,
});

const fields: Readonly<Record<string, Words>> = {
  reason: decisionWords.reason,
  note: decisionWords.noteForStaff,
  until: decisionWords.howLong,
};
