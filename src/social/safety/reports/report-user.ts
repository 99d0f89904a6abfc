import { isId, newId } from '../../../platform/ids.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { invalidField } from '../../../platform/problem.ts';
import { loadMessages } from '../../conversation/chat/load-messages.ts';
import { hideForReview, lockForModeration } from '../enforcement/review-hiding.ts';
import { takeUse, withinLimit } from '../../access/limits/count-use.ts';
import { pairOf } from '../../people/pairs/pair.rules.ts';
import { readPhotoReference } from '../../people/photos/photo-link.rules.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { copyPhoto, insertMessageCopies, type CopiedMessage } from './report-copy.store.ts';
import { distinctIds, readCategory, secondClickMs } from './report.rules.ts';
import { countOpenReporters, findSameReport, insertReport } from './report.store.ts';
import { socialWords } from '../../details/social-words.rules.ts';
import { safetyWords } from '../../details/safety-words.rules.ts';

export interface ReportInput {
  reason: string;
  category?: string | undefined;
  messages?: readonly string[] | undefined;
  /** An id, or an address shown to the reporter. */
  photo?: string | undefined;
}

/**
 * Reports a user to the staff, with a copy of the reported content that is kept when the original is deleted. A report
 * suspends no user. With HIDE_AFTER_REPORTERS, enough reporters hide a user from feeds until a review.
 */
export async function reportUser(
  context: SocialContext,
  reporterId: string,
  given: string,
  input: ReportInput,
): Promise<string> {
  const reportedId = given.toLowerCase();
  if (reportedId === reporterId) throw problem('own_user');
  if (!isId(reportedId)) throw noSuchUser();
  const messages = await readMessages(context, reporterId, reportedId, input.messages ?? []);
  const photo = input.photo === undefined ? undefined : readPhotoReference(input.photo, context.baseUrl);
  if (input.photo !== undefined && !photo) throw unknownPhoto();
  const category = readCategory(input.category);
  const words = { reporterId, reportedId, category, reason: input.reason };
  const { id, announce } = await withinLimit(context, reporterId, 'report', () =>
    transaction(context.sql, async (tx) => {
      const now = context.clock.now();
      const reported = await lockForModeration(tx, context, reportedId);
      if (!reported || reported.erased) throw noSuchUser();
      const before = await findSameReport(tx, words, new Date(now.getTime() - secondClickMs));
      if (before !== undefined) return { id: before, announce: () => {} };
      const id = newId(now.getTime());
      await insertReport(tx, { ...words, id, now });
      await takeUse(tx, context, reporterId, 'report');
      if (messages.length > 0) await insertMessageCopies(tx, id, messages);
      const copy = { reportId: id, reporterId, reportedId, now };
      if (photo && !(await copyPhoto(tx, { ...copy, photo }))) throw unknownPhoto();
      const reporters = await countOpenReporters(tx, reportedId);
      return { id, announce: await hideForReview(tx, context, reported, reporters) };
    }),
  );
  announce();
  return id;
}

const noSuchUser = () => problem('not_found', { say: socialWords.noSuchUser });
/** The same error for unknown photos, photos of other users and photos hidden from the reporter. */
const unknownPhoto = () => invalidField('photo', 'unknown', safetyWords.reportedPhoto);

/** Returns the messages as the reporter sees them now. */
async function readMessages(
  context: SocialContext,
  reporterId: string,
  reportedId: string,
  ids: readonly string[],
): Promise<CopiedMessage[]> {
  const unknown = (index: number) =>
    invalidField(`messages.${index}`, 'unknown', safetyWords.reportedMessage);
  const malformed = ids.findIndex((id) => !isId(id));
  if (malformed !== -1) throw unknown(malformed);
  const wanted = distinctIds(ids);
  const pair = pairOf(reporterId, reportedId);
  const found = await loadMessages(
    context.sql,
    wanted.map(({ id }) => ({ ...pair, id, viewerId: reporterId })),
    { closedToo: true },
  );
  return wanted.map(({ id, index }, position) => {
    const message = found[position];
    if (!message) throw unknown(index);
    return { id, fromReporter: message.from === reporterId, body: message.message };
  });
}
