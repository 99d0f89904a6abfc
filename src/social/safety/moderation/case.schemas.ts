import { stateOf } from '../appeals/appeal.rules.ts';
import { timestampOf } from '../../conversation/chat/chat.rules.ts';
import { linkUrl } from '../../access/links/link-url.rules.ts';
import type { ReportWithCopies } from '../reports/list-reports.ts';
import type { Case } from './list-cases.ts';
import { actSchema, showAct, timeOrNull } from './moderation.schemas.ts';
import { Type } from '../../../platform/http/type.ts';

const time = Type.String({ format: 'date-time' });
const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] });

const photoSchema = Type.Object({
  id: Type.String(),
  url: Type.String({ description: 'address for staff, or the external link' }),
});

export const reportedSchema = Type.Object({
  id: Type.String(),
  reporter_id: textOrNull,
  category: Type.String(),
  reason: Type.String(),
  name: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'text of the profile at that time',
  }),
  about: textOrNull,
  messages: Type.Array(
    Type.Object({
      id: Type.String(),
      from: Type.Enum(['reporter', 'reported']),
      message: Type.String(),
      sent_at: time,
    }),
  ),
  photo: Type.Unsafe<{ id: string; url: string } | null>({ ...photoSchema, type: ['object', 'null'] }),
  created_at: time,
  closed_at: timeOrNull,
  act: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'the act that settled it' }),
  note: Type.String(),
});

export function showReported({ baseUrl }: { readonly baseUrl: string }, report: ReportWithCopies) {
  const { photoId, photoLink } = report;
  const copyUrl = `${baseUrl}/staff/reports/${report.id}/photo`;
  return {
    id: report.id,
    reporter_id: report.reporterId,
    category: report.category,
    reason: report.reason,
    name: report.reportedName,
    about: report.reportedAbout,
    messages: report.messages.map(({ id, fromReporter, body }) => ({
      id,
      from: fromReporter ? ('reporter' as const) : ('reported' as const),
      message: body,
      sent_at: new Date(timestampOf(id)).toISOString(),
    })),
    photo:
      photoId === null
        ? null
        : { id: photoId, url: photoLink === null ? copyUrl : linkUrl({ baseUrl }, photoLink) },
    created_at: report.createdAt.toISOString(),
    closed_at: report.closedAt?.toISOString() ?? null,
    act: report.settledBy,
    note: report.note,
  };
}

export const caseSchema = Type.Object({
  user: Type.Object({
    id: Type.String(),
    name: Type.String(),
    about: Type.String(),
    created_at: time,
    deleted_at: timeOrNull,
    erased_at: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description:
        'time of the erasure of this account; only the case is left. With `returned_at`: time of the erasure of an earlier account of the same identity',
    }),
    returned_at: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'time at which the identity signed up again and received the case of the erased account',
    }),
    suspended: Type.Boolean(),
    suspended_until: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'null with `suspended` true: permanent',
    }),
    hidden_by: Type.Unsafe<'staff' | 'reports' | null>({
      type: ['string', 'null'],
      enum: ['staff', 'reports', null],
      description: 'who hides the user from feeds; `reports`: hidden by many reports until a review by staff',
    }),
  }),
  opened_at: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'date-time',
    description: 'null if nothing is open',
  }),
  open_reports: Type.Integer(),
  open_reporters: Type.Integer({ description: 'number of different reporters' }),
  reports_qty: Type.Integer({ description: 'ever' }),
  reporters_qty: Type.Integer(),
  categories: Type.Record(Type.String(), Type.Integer(), { description: 'open reports by category' }),
  reports: Type.Array(reportedSchema, { description: 'the newest' }),
  acts: Type.Array(actSchema, { description: 'the newest' }),
  appeals: Type.Array(
    Type.Object({
      id: Type.String(),
      act: Type.String(),
      text: Type.String(),
      status: Type.Enum(['open', 'accepted', 'refused']),
      created_at: time,
      decided_at: timeOrNull,
    }),
  ),
});

export function showCase(context: { readonly baseUrl: string }, { about, reports, acts, appeals }: Case) {
  return {
    user: {
      id: about.userId,
      name: about.name,
      about: about.about,
      created_at: about.createdAt.toISOString(),
      deleted_at: about.deletedAt?.toISOString() ?? null,
      erased_at: about.erasedAt?.toISOString() ?? null,
      returned_at: about.returnedAt?.toISOString() ?? null,
      suspended: about.suspended,
      suspended_until: about.suspendedUntil?.toISOString() ?? null,
      hidden_by: about.hidden,
    },
    opened_at: about.openedAt?.toISOString() ?? null,
    open_reports: about.openReports,
    open_reporters: about.openReporters,
    reports_qty: about.reports,
    reporters_qty: about.reporters,
    categories: about.categories,
    reports: reports.map((report) => showReported(context, report)),
    acts: acts.map(showAct),
    appeals: appeals.map((appeal) => ({
      id: appeal.id,
      act: appeal.actId,
      text: appeal.text,
      status: stateOf(appeal),
      created_at: appeal.createdAt.toISOString(),
      decided_at: appeal.decidedAt?.toISOString() ?? null,
    })),
  };
}
