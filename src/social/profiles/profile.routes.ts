import { goneSignal } from '../../platform/http/gone-signal.ts';
import type { App } from '../../platform/http/server.ts';
import { tokenQuery } from '../paging/paging.schemas.ts';
import { userOf } from '../sessions/user-of.ts';
import { viewerContext } from '../sessions/viewer-context.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { changeProfile } from './change-profile.ts';
import { profileChangeSchema, profileSchema } from './profile.schemas.ts';
import { readProfile } from './read-profile.ts';

const tags = ['Profiles'];
/** Photos travel in the body. */
const bodyLimitBytes = 8 * 1024 * 1024;

export function profileRoutes(app: App, context: SocialContext): void {
  app.get(
    '/user/perfil',
    {
      config: { access: 'user', problems: problem.pick('not_found') },
      schema: {
        tags,
        summary: 'One’s own profile',
        querystring: tokenQuery,
        response: { 200: profileSchema },
      },
    },
    (request) => readProfile(viewerContext(context, request), userOf(request)),
  );

  app.put(
    '/user/perfil',
    {
      config: { access: 'user', problems: problem.pick('not_found', 'limit_reached') },
      bodyLimit: bodyLimitBytes,
      schema: {
        tags,
        summary: 'Change one’s own profile',
        description:
          'What is left out stays as it is; `photos` is the whole list. A `location` that names a Brazilian municipality becomes "City, UF"; any other is kept as it is. In production `is_premium` is ignored. A photo that is given as a link is fetched once. Beyond `PHOTO_LINKS_PER_DAY` new links are refused (429 limit_reached), and nothing is changed; a link whose photo is stored already costs nothing.',
        querystring: tokenQuery,
        body: profileChangeSchema,
        response: { 200: profileSchema },
      },
    },
    (request, reply) =>
      changeProfile(viewerContext(context, request), userOf(request), request.body, goneSignal(reply)),
  );
}
