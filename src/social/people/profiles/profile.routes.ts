import { goneSignal } from '../../../platform/http/gone-signal.ts';
import type { App } from '../../../platform/http/server.ts';
import { tokenQuery } from '../../access/paging/paging.schemas.ts';
import { userOf } from '../../access/sessions/user-of.ts';
import { viewerContext } from '../../access/sessions/viewer-context.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { changeProfile } from './change-profile.ts';
import { profileChangeSchema, profileSchema } from './profile.schemas.ts';
import { readProfile } from './read-profile.ts';

const tags = ['Profiles'];
/** Limit in bytes, large because photos are part of the body. */
const bodyLimitBytes = 8 * 1024 * 1024;

export function profileRoutes(app: App, context: SocialContext): void {
  app.get(
    '/user/perfil',
    {
      config: { access: 'user', problems: problem.pick('not_found') },
      schema: {
        tags,
        summary: 'Read the own profile',
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
        summary: 'Change the own profile',
        description:
          'Omitted fields keep their values; `photos` is the complete list. A `location` that names a Brazilian municipality becomes "City, UF"; any other is kept unchanged. In production `is_premium` is ignored. A photo given as a link is downloaded once. New links beyond `PHOTO_LINKS_PER_DAY` are refused (429 limit_reached), and nothing is changed; links with a stored photo do not count.',
        querystring: tokenQuery,
        body: profileChangeSchema,
        response: { 200: profileSchema },
      },
    },
    (request, reply) =>
      changeProfile(viewerContext(context, request), userOf(request), request.body, goneSignal(reply)),
  );
}
