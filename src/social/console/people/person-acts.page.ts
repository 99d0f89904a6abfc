import type { ActingVisit, ConsoleAct, Fields } from '../../../platform/console/console-page.ts';
import { requireBody } from '../../../platform/http/validation.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { decideAppeal } from '../../safety/moderation/decide-appeal.ts';
import { getCase } from '../../safety/moderation/list-cases.ts';
import {
  dismissReports,
  hideUser,
  liftSuspension,
  suspendUser,
  unhideUser,
  warnUser,
} from '../../safety/moderation/moderate-user.ts';
import {
  acceptBody,
  decisionBody,
  dismissBody,
  orderFields,
} from '../../safety/moderation/moderation.schemas.ts';
import { removePhoto, removeText } from '../../safety/moderation/remove-content.ts';
import type { ActOutcome, Order } from '../../safety/moderation/take-act.ts';
import { closeReport } from '../../safety/reports/close-report.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { changePremium } from '../../access/staff/change-premium.ts';
import { moderators } from '../words/social-roles.ts';
import { decisionWords, moderationActs } from './decision-texts.ts';
import { getPersonFile } from './find-people.ts';
import { languageOf } from './person-dialogues.page.ts';
import { personPath, showPerson } from './person.page.ts';
import { decisionTexts, reasonTexts } from './reason-texts.ts';
import { Type } from '../../../platform/http/type.ts';
import { safetyWords } from '../../details/safety-words.rules.ts';
import { socialWords } from '../../details/social-words.rules.ts';

type ActName = keyof typeof moderationActs;
type Detail = Readonly<Record<string, string | number | boolean | null>>;

const orderBody = Type.Object(orderFields);
const prepared = { ...reasonTexts, ...decisionTexts };

/** Joins the prepared reason, in the person's language, and the additional text. */
async function readReason(context: SocialContext, userId: string, fields: Fields): Promise<string> {
  const own = fields('reason').trim();
  const key = fields('prepared');
  const words = Object.hasOwn(prepared, key) ? prepared[key] : undefined;
  if (!words) return own;
  const { record } = await getPersonFile(context, userId);
  return [words[languageOf(record.language)], own].filter((text) => text !== '').join('\n\n');
}

const readReports = (fields: Fields): { reports?: string[] } =>
  fields('reports') === '' ? {} : { reports: fields('reports').split(',') };

export function personActs(context: SocialContext): readonly ConsoleAct[] {
  /** Records the person's id and no name, because the audit record outlives an erased person. */
  const recorder = (visit: ActingVisit, detail: Detail) => ({
    staffId: visit.person.id,
    recorded: (tx: Tx) => visit.record(tx, { subject: visit.parameters('id').toLowerCase(), detail }),
  });
  const settling = async (visit: ActingVisit, fields: Fields, detail: Detail = {}): Promise<Order> => {
    const reason = await readReason(context, visit.parameters('id'), fields);
    const body = {
      reason,
      note: fields('note'),
      keep_open: fields('keep_open') === 'yes',
      ...readReports(fields),
    };
    const { note, reports, keep_open: keepOpen } = requireBody(orderBody, body);
    return { ...recorder(visit, detail), reason, note, reports, keepOpen };
  };
  const deciding = async (
    visit: ActingVisit,
    fields: Fields,
    schema: typeof decisionBody | typeof acceptBody = decisionBody,
    detail: Detail = {},
  ): Promise<Order> => {
    const reason = await readReason(context, visit.parameters('id'), fields);
    const { note } = requireBody(schema, { reason, note: fields('note') });
    return { ...recorder(visit, detail), reason, note };
  };
  const act = (
    path: string,
    name: ActName,
    perform: (visit: ActingVisit, fields: Fields, userId: string) => Promise<ActOutcome | void>,
  ): ConsoleAct => ({
    path: `${personPath}/${path}`,
    grant: moderators,
    // No second factor, because moderators decide dozens of cases an hour. Decisions can be reversed, are notified to
    // the person and are recorded.
    fresh: false,
    name,
    label: moderationActs[name],
    page: personPath,
    subjectPage: personPath,
    async perform(visit, fields) {
      const userId = visit.parameters('id');
      const outcome = await perform(visit, fields, userId);
      if (outcome?.status !== 'unchanged') return { to: `/social/people/${encodeURIComponent(userId)}` };
      const view = await showPerson(context, visit, visit.say(decisionWords.already));
      return { view: { ...view, status: 200 } };
    },
  });
  /** Accepts only appeals of this person, so that a form cannot decide another person's appeal. */
  const getAppealId = async (userId: string, fields: Fields): Promise<string> => {
    const { appeals } = await getCase(context, userId);
    const appeal = appeals.find(({ id }) => id === fields('appeal'));
    if (!appeal) throw problem('not_found', { say: safetyWords.noSuchAppeal });
    return appeal.id;
  };
  return [
    act('warn', 'user.warned', async (visit, fields, userId) =>
      warnUser(context, userId, await settling(visit, fields)),
    ),
    act('hide', 'user.hidden', async (visit, fields, userId) =>
      hideUser(context, userId, await settling(visit, fields)),
    ),
    act('unhide', 'user.unhidden', async (visit, fields, userId) =>
      unhideUser(context, userId, await deciding(visit, fields)),
    ),
    act('suspend', 'user.suspended', async (visit, fields, userId) => {
      const day = fields('until_day');
      const until = day !== '' ? day : fields('until') === 'good' ? null : fields('until');
      return suspendUser(context, userId, await settling(visit, fields, { until }), until);
    }),
    act('lift', 'user.suspension_lifted', async (visit, fields, userId) =>
      liftSuspension(context, userId, await deciding(visit, fields)),
    ),
    act('dismiss', 'reports.dismissed', async (visit, fields, userId) => {
      const { note, reports } = requireBody(dismissBody, { note: fields('note'), ...readReports(fields) });
      return dismissReports(context, userId, { ...recorder(visit, {}), reason: '', note, reports });
    }),
    act('close-report', 'report.closed', async (visit, fields, userId) => {
      const report = fields('report');
      const { reports } = await getCase(context, userId);
      const found = reports.find(({ id }) => id === report);
      if (!found) throw problem('not_found', { say: socialWords.noSuchOpenReport });
      if (found.closedAt !== null) throw problem('case_settled');
      const { recorded } = recorder(visit, { report });
      await closeReport(context, report, { note: '' }, visit.person.id, recorded);
    }),
    act('remove-photo', 'photo.removed', async (visit, fields, userId) => {
      const photo = fields('photo');
      return removePhoto(context, userId, await settling(visit, fields, { photo }), photo);
    }),
    act('remove-text', 'text.removed', async (visit, fields, userId) => {
      const which = fields('text');
      const order = await settling(visit, fields, { text: which });
      return which === 'name' || which === 'about'
        ? removeText(context, userId, order, { text: which })
        : removeText(context, userId, order, { text: 'message', message: which });
    }),
    act('accept-appeal', 'appeal.accepted', async (visit, fields, userId) => {
      const appeal = await getAppealId(userId, fields);
      return decideAppeal(context, appeal, await deciding(visit, fields, acceptBody, { appeal }), true);
    }),
    act('refuse-appeal', 'appeal.refused', async (visit, fields, userId) => {
      const appeal = await getAppealId(userId, fields);
      return decideAppeal(context, appeal, await deciding(visit, fields, decisionBody, { appeal }), false);
    }),
    act('premium', 'premium.changed', async (visit, fields, userId) => {
      const isPremium = fields('is_premium') === 'yes';
      const { recorded } = recorder(visit, { premium: isPremium });
      await changePremium(context, userId, isPremium, recorded);
    }),
  ];
}
