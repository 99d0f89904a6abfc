import type { App } from '../../../platform/http/server.ts';
import { presenceFields } from '../live/live.schemas.ts';
import { tokenQuery } from '../../access/paging/paging.schemas.ts';
import { cardFields } from '../../people/card.schemas.ts';
import { userOf } from '../../access/sessions/user-of.ts';
import { viewerContext } from '../../access/sessions/viewer-context.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { readWholeCard } from './read-whole-card.ts';
import { Type } from '../../../platform/http/type.ts';

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
      timezone: Type.String({ description: 'time zone of the venue' }),
      city: Type.String(),
    }),
    { description: 'coming events that both attend, if the viewer may see the attendance; soonest first' },
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
        summary: 'Read the whole card of a user',
        description: 'Returns 403 if the viewer may not see the user, also for unknown ids.',
        params: Type.Object({ userId: Type.String() }),
        querystring: tokenQuery,
        response: { 200: wholeCardSchema },
      },
    },
    (request) => readWholeCard(viewerContext(context, request), userOf(request), request.params.userId),
  );
}
