import type { App } from '../../../platform/http/server.ts';
import { userOf } from '../../access/sessions/user-of.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { appealAct } from './appeal-act.ts';
import { stateOf } from './appeal.rules.ts';
import { Type } from '../../../platform/http/type.ts';

export function appealRoutes(app: App, context: SocialContext): void {
  app.post(
    '/user/:userId/appeal',
    {
      config: {
        access: 'own',
        admitsSuspended: true,
        problems: problem.pick('nothing_to_appeal', 'appealed_already'),
      },
      schema: {
        tags: ['Safety'],
        summary: 'Appeal against a suspension or hiding',
        description:
          'A suspended user sends the `appeal_token` from the refused sign-in in place of an access token. Each decision can be appealed once; a repeat with the same text returns the same appeal. The decision of staff appears in `notices` and in the next sign-in.',
        params: Type.Object({ userId: Type.String() }),
        body: Type.Object({ text: Type.String({ minLength: 1, maxLength: 4000, format: 'readable-text' }) }),
        response: {
          200: Type.Object({
            id: Type.String(),
            status: Type.Enum(['open', 'accepted', 'refused']),
            created_at: Type.String({ format: 'date-time' }),
          }),
        },
      },
    },
    async (request) => {
      const appeal = await appealAct(context, userOf(request), request.body.text);
      return { id: appeal.id, status: stateOf(appeal), created_at: appeal.createdAt.toISOString() };
    },
  );
}
