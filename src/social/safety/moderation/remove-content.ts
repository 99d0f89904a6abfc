import { isId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { invalidField } from '../../../platform/problem.ts';
import { removeMessage } from '../../conversation/chat/remove-message.ts';
import { takeDownPhoto } from '../../people/photos/change-photos.ts';
import { removeProfileText } from '../../people/profiles/change-profile.ts';
import { findReportedChat } from '../reports/list-reports.ts';
import { readLatestActs } from '../enforcement/list-acts.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { takeAct, type ActOutcome, type Order } from './take-act.ts';
import { safetyWords } from '../../details/safety-words.rules.ts';
import { fieldWords } from '../../../platform/words/field-words.ts';

/** Number of recent acts that are searched for an earlier removal. */
const actsLookedAt = 100;

export async function removePhoto(
  context: SocialContext,
  userId: string,
  order: Order,
  photo: string,
): Promise<ActOutcome> {
  const photoId = photo.toLowerCase();
  const kind = 'remove_photo';
  return takeAct(context, userId, order, {
    kind,
    subject: photoId,
    settles: true,
    isDone: (tx, user) => wasRemoved(tx, user.id, kind, photoId),
    async perform(tx, user) {
      if (!isId(photoId) || !(await takeDownPhoto(tx, user.id, photoId))) {
        throw problem('not_found', { say: safetyWords.userNoSuchPhoto });
      }
    },
  });
}

export interface RemovedText {
  text: 'name' | 'about' | 'message';
  message?: string | undefined;
}

/** Removes a text. Messages must have been reported, because staff can read no others. */
export async function removeText(
  context: SocialContext,
  userId: string,
  order: Order,
  { text, message }: RemovedText,
): Promise<ActOutcome> {
  if (text !== 'message') {
    return takeAct(context, userId, order, {
      kind: 'remove_text',
      subject: text,
      settles: true,
      async perform(tx, user) {
        if (!(await removeProfileText(tx, user.id, text))) {
          throw problem('not_found', { say: safetyWords.userNoSuchText });
        }
      },
    });
  }
  if (message === undefined) throw invalidField('message', 'required', fieldWords.missing);
  const messageId = message.toLowerCase();
  return takeAct(context, userId, order, {
    kind: 'remove_text',
    subject: messageId,
    settles: true,
    isDone: (tx, user) => wasRemoved(tx, user.id, 'remove_text', messageId),
    async perform(tx, user) {
      const otherId = await findReportedChat(tx, user.id, messageId);
      const announce =
        otherId === undefined ? undefined : await removeMessage(tx, context, user.id, otherId, messageId);
      if (!announce) throw problem('not_found', { say: safetyWords.userNoSuchReportedMessage });
      return announce;
    },
  });
}

async function wasRemoved(
  tx: Tx,
  userId: string,
  kind: 'remove_photo' | 'remove_text',
  subject: string,
): Promise<boolean> {
  const acts = await readLatestActs(tx, userId, actsLookedAt);
  return acts.some((act) => act.kind === kind && act.subject === subject);
}
