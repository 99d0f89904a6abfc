import type { App } from '../../platform/http/server.ts';
import { userOf } from '../sessions/user-of.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { appealAct } from './appeal-act.ts';
import { stateOf } from './appeal.rules.ts';
import { Type } from '../../platform/http/type.ts';

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
        summary: 'Appeal against a suspension, or against being hidden',
        description:
          'With the `appeal_token` that the refused sign-in of a suspended user gave, in place of an access token. One appeal for each decision; the same text again is answered with the same appeal. Staff accept or refuse it, which is told among the `notices` and by the next sign-in.',
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
