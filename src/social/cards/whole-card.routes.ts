import type { App } from '../../platform/http/server.ts';
import { presenceFields } from '../live/live.schemas.ts';
import { tokenQuery } from '../paging/paging.schemas.ts';
import { cardFields } from '../people/card.schemas.ts';
import { userOf } from '../sessions/user-of.ts';
import { viewerContext } from '../sessions/viewer-context.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { readWholeCard } from './read-whole-card.ts';
import { Type } from '../../platform/http/type.ts';

const wholeCardSchema = Type.Object({
  ...cardFields,
  about: Type.String(),
  photos: Type.Array(
    Type.Object({
      id: Type.String(),
      position: Type.Integer({ description: '1 to 5' }),
      url: Type.String(),
      thumb: Type.String(),
    }),
  ),
  sharedEvents: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      startDate: Type.String({ format: 'date-time' }),
      timezone: Type.String({ description: 'of the place where it is' }),
      city: Type.String(),
    }),
    { description: 'coming events that both go to, where the user shows it to the viewer; soonest first' },
  ),
  ...presenceFields,
});

export function wholeCardRoutes(app: App, context: SocialContext): void {
  app.get(
    '/user/:userId/card',
    {
      config: { access: 'user', etag: 'private', problems: problem.pick('forbidden') },
      schema: {
        tags: ['Profiles'],
        summary: 'All that is shown of a user',
        description: 'For whoever may see that user; otherwise 403, whether the user exists or not.',
        params: Type.Object({ userId: Type.String() }),
        querystring: tokenQuery,
        response: { 200: wholeCardSchema },
      },
    },
    (request) => readWholeCard(viewerContext(context, request), userOf(request), request.params.userId),
  );
}
