import { isId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { invalidField } from '../../platform/problem.ts';
import { removeMessage } from '../chat/remove-message.ts';
import { takeDownPhoto } from '../photos/take-down-photo.ts';
import { removeProfileText } from '../profiles/remove-text.ts';
import { findReportedChat } from '../reports/list-reports.ts';
import { readLatestActs } from '../enforcement/list-acts.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { takeAct, type ActOutcome, type Order } from './take-act.ts';

/** How far back a removal is looked for that was done before. */
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
    async carryOut(tx, user) {
      if (!isId(photoId) || !(await takeDownPhoto(tx, user.id, photoId))) {
        throw problem('not_found', { detail: 'This user has no such photo.' });
      }
    },
  });
}

export interface RemovedText {
  text: 'name' | 'about' | 'message';
  message?: string | undefined;
}

/** Of messages, only those that were reported: staff read no others. */
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
      async carryOut(tx, user) {
        if (!(await removeProfileText(tx, user.id, text))) {
          throw problem('not_found', { detail: 'This user has no such text.' });
        }
      },
    });
  }
  if (message === undefined) throw invalidField('message', 'required', 'is missing');
  const messageId = message.toLowerCase();
  return takeAct(context, userId, order, {
    kind: 'remove_text',
    subject: messageId,
    settles: true,
    isDone: (tx, user) => wasRemoved(tx, user.id, 'remove_text', messageId),
    async carryOut(tx, user) {
      const otherId = await findReportedChat(tx, user.id, messageId);
      const announce =
        otherId === undefined ? undefined : await removeMessage(tx, context, user.id, otherId, messageId);
      if (!announce) throw problem('not_found', { detail: 'This user has no such reported message.' });
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
