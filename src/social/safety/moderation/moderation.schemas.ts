import { actKinds } from '../enforcement/act.rules.ts';
import type { SignedAct } from '../enforcement/list-acts.ts';
import { noticeOf } from '../enforcement/act.rules.ts';
import type { ActOutcome } from './take-act.ts';
import { Type } from '../../../platform/http/type.ts';

const textOrNull = (description?: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], ...(description ? { description } : {}) });
export const timeOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' });

export const userParams = Type.Object({ id: Type.String({ description: 'the user' }) });
export const appealParams = Type.Object({ id: Type.String({ description: 'the appeal' }) });

const reason = Type.String({
  minLength: 1,
  maxLength: 2000,
  format: 'readable-text',
  description: 'shown to the user',
});
const note = Type.Optional(Type.String({ maxLength: 2000, description: 'shown to staff only' }));

export const orderFields = {
  reason,
  note,
  reports: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: 100,
      description:
        'the reports on which the act is based; default: all open ones. 409 `case_settled` if another member of staff has settled one',
    }),
  ),
  keep_open: Type.Optional(
    Type.Boolean({ description: 'another act follows: the reports stay open', default: false }),
  ),
};

export const decisionBody = Type.Object({ reason, note });
export const acceptBody = Type.Object({ reason: Type.String({ maxLength: 2000, default: '' }), note });
export const dismissBody = Type.Object({
  note: Type.String({ maxLength: 2000, default: '' }),
  reports: orderFields.reports,
});

const act = {
  id: Type.String(),
  kind: Type.Enum([...actKinds]),
  reason: Type.String(),
  subject: textOrNull('removed content: `name`, `about`, or the id of a photo or a message'),
  until: timeOrNull,
  created_at: Type.String({ format: 'date-time' }),
};

export const outcomeSchema = Type.Object({
  status: Type.Enum(['done', 'unchanged'], {
    description: '`unchanged`: the user was already in this state; no new notice is sent',
  }),
  act: Type.Unsafe<ReturnType<typeof noticeOf> | null>({ ...Type.Object(act), type: ['object', 'null'] }),
});

export const showOutcome = ({ status, act: taken }: ActOutcome) => ({
  status,
  act: taken && noticeOf(taken),
});

export const actSchema = Type.Object({
  ...act,
  user_id: textOrNull('null once that user was erased'),
  staff: textOrNull('e-mail address of the staff member; null for an act of a rule'),
  note: Type.String(),
  reports: Type.Array(Type.String(), { description: 'open reports at the time of the act' }),
  appeal: textOrNull(),
});

export const showAct = (row: SignedAct) => ({
  ...noticeOf(row),
  user_id: row.userId,
  staff: row.staffEmail ?? row.staffId,
  note: row.note,
  reports: row.reportIds,
  appeal: row.appealId,
});
