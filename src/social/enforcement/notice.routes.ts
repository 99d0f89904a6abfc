import type { App } from '../../platform/http/server.ts';
import { linkNext } from '../paging/link-next.ts';
import { pageQuerySchema } from '../paging/paging.schemas.ts';
import { userOf } from '../sessions/user-of.ts';
import type { SocialContext } from '../social.context.ts';
import { actKinds, isTold } from './act.rules.ts';
import { listNotices } from './list-notices.ts';
import { Type } from '../../platform/http/type.ts';

const noticeSchema = Type.Object({
  id: Type.String(),
  kind: Type.Enum(actKinds.filter(isTold)),
  reason: Type.String(),
  subject: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'what was removed: `name`, `about`, or the id of a photo or a message',
  }),
  until: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'date-time',
    description: 'of a suspension; null is for good',
  }),
  created_at: Type.String({ format: 'date-time' }),
});

export function noticeRoutes(app: App, context: SocialContext): void {
  app.get(
    '/user/:userId/notices',
    {
      config: { access: 'own', admitsSuspended: true },
      schema: {
        tags: ['Safety'],
        summary: 'What the staff decided about a user',
        description:
          'Newest first; `live` and `updates` bring each as `notice`. For a suspended user too, with the `appeal_token` that the refused sign-in gave.',
        params: Type.Object({ userId: Type.String() }),
        querystring: pageQuerySchema,
        response: { 200: Type.Array(noticeSchema) },
      },
    },
    async (request, reply) => {
      const { notices, next } = await listNotices(context, userOf(request), request.query);
      linkNext(request, reply, next);
      return notices;
    },
  );
}
