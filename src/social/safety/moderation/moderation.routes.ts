import type { FastifyRequest } from 'fastify';
import type { TObject } from 'typebox';
import type { Act } from '../../../platform/console/audit/record-act.ts';
import type { App } from '../../../platform/http/server.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { decideAppeal } from './decide-appeal.ts';
import {
  dismissReports,
  hideUser,
  liftSuspension,
  suspendUser,
  unhideUser,
  warnUser,
} from './moderate-user.ts';
import {
  acceptBody,
  appealParams,
  decisionBody,
  dismissBody,
  orderFields,
  outcomeSchema,
  showOutcome,
  userParams,
} from './moderation.schemas.ts';
import { removePhoto, removeText } from './remove-content.ts';
import type { ActOutcome, Order } from './take-act.ts';
import { Type } from '../../../platform/http/type.ts';
import { staffVisitOf } from '../../access/staff/staff-visit.ts';
import { describeForm } from '../../../platform/words/form-phrases.ts';
import { safetyWords } from '../../details/safety-words.rules.ts';

const tags = ['Moderation'];
const settled = problem.pick('case_settled');

interface OrderBody {
  reason?: string;
  note?: string | undefined;
  reports?: string[] | undefined;
  keep_open?: boolean | undefined;
}

function orderOf(request: FastifyRequest, body: OrderBody, noted: Act['detail'] = {}): Order {
  const staff = staffVisitOf(request);
  return {
    staffId: staff.staffId,
    recorded: (tx, userId) => staff.record(tx, userId, noted),
    reason: body.reason ?? '',
    note: body.note,
    reports: body.reports,
    keepOpen: body.keep_open,
  };
}

function answer(request: FastifyRequest, outcome: ActOutcome) {
  if (outcome.status === 'unchanged') staffVisitOf(request).changeNothing();
  return showOutcome(outcome);
}

export function moderationRoutes(app: App, context: SocialContext): void {
  const schemaOf = <Body extends TObject>(summary: string, body: Body, description?: string) => ({
    tags,
    summary,
    ...(description ? { description } : {}),
    params: userParams,
    body,
    response: { 200: outcomeSchema },
  });
  const config = { access: 'staff', problems: settled } as const;
  const plain = { access: 'staff' } as const;
  const order = Type.Object(orderFields);

  app.post(
    '/staff/users/:id/warn',
    { config: { ...config, act: 'user.warned' }, schema: schemaOf('Warn a user', order) },
    async (request) =>
      answer(request, await warnUser(context, request.params.id, orderOf(request, request.body))),
  );
  app.post(
    '/staff/users/:id/hide',
    {
      config: { ...config, act: 'user.hidden' },
      schema: schemaOf(
        'Hide a user from feeds',
        order,
        'Combined users and participants of the same events still see the user.',
      ),
    },
    async (request) =>
      answer(request, await hideUser(context, request.params.id, orderOf(request, request.body))),
  );
  app.post(
    '/staff/users/:id/unhide',
    {
      config: { ...plain, act: 'user.unhidden' },
      schema: schemaOf('Show a user in feeds again', decisionBody),
    },
    async (request) =>
      answer(request, await unhideUser(context, request.params.id, orderOf(request, request.body))),
  );
  app.post(
    '/staff/users/:id/remove-photo',
    {
      config: { ...config, act: 'photo.removed' },
      schema: schemaOf(
        'Remove a photo of a user',
        Type.Object({ photo: Type.String({ description: 'photo id from a report' }), ...orderFields }),
        'Removes every photo of the user with this picture, including the profile photo.',
      ),
    },
    async (request) => {
      const { body, params } = request;
      return answer(
        request,
        await removePhoto(context, params.id, orderOf(request, body, { photo: body.photo }), body.photo),
      );
    },
  );
  app.post(
    '/staff/users/:id/remove-text',
    {
      config: { ...config, act: 'text.removed' },
      schema: schemaOf(
        'Remove a text of a user',
        Type.Object({
          text: Type.Enum(['name', 'about', 'message']),
          message: Type.Optional(Type.String({ description: 'the id of a reported message of this user' })),
          ...orderFields,
        }),
        'A message becomes a tombstone for both; a name becomes a dash.',
      ),
    },
    async (request) => {
      const { body, params } = request;
      return answer(
        request,
        await removeText(
          context,
          params.id,
          orderOf(request, body, { text: body.message ?? body.text }),
          body,
        ),
      );
    },
  );
  app.post(
    '/staff/users/:id/suspend',
    {
      config: { ...config, act: 'user.suspended' },
      schema: schemaOf(
        'Suspend a user',
        Type.Object({
          until: Type.Union([Type.String({ maxLength: 40 }), Type.Null()], {
            description: describeForm(safetyWords.endOfSuspension),
            examples: ['2026-12-24'],
          }),
          ...orderFields,
        }),
        'Ends every token and connection and hides the user everywhere, in every process. A new end or reason replaces the previous one.',
      ),
    },
    async (request) => {
      const { body, params } = request;
      return answer(
        request,
        await suspendUser(context, params.id, orderOf(request, body, { until: body.until }), body.until),
      );
    },
  );
  app.post(
    '/staff/users/:id/lift',
    {
      config: { ...plain, act: 'user.suspension_lifted' },
      schema: schemaOf('Lift a suspension', decisionBody),
    },
    async (request) =>
      answer(request, await liftSuspension(context, request.params.id, orderOf(request, request.body))),
  );
  app.post(
    '/staff/users/:id/dismiss',
    {
      config: { ...config, act: 'reports.dismissed' },
      schema: schemaOf(
        'Dismiss the reports of a user',
        dismissBody,
        'The user is notified only if hidden until a review, and is then shown again.',
      ),
    },
    async (request) =>
      answer(request, await dismissReports(context, request.params.id, orderOf(request, request.body))),
  );

  for (const accepted of [true, false]) {
    app.post(
      accepted ? '/staff/appeals/:id/accept' : '/staff/appeals/:id/refuse',
      {
        config: {
          access: 'staff',
          act: accepted ? 'appeal.accepted' : 'appeal.refused',
          problems: problem.pick('appeal_decided'),
        },
        schema: {
          tags,
          summary: accepted ? 'Accept an appeal' : 'Refuse an appeal',
          ...(accepted ? { description: 'Ends the suspension or hiding.' } : {}),
          params: appealParams,
          body: accepted ? acceptBody : decisionBody,
          response: { 200: outcomeSchema },
        },
      },
      async (request) => {
        const { body, params } = request;
        return answer(
          request,
          await decideAppeal(context, params.id, orderOf(request, body, { appeal: params.id }), accepted),
        );
      },
    );
  }
}
