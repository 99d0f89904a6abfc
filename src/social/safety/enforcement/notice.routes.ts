import type { App } from '../../../platform/http/server.ts';
import { linkNext } from '../../access/paging/link-next.ts';
import { pageQuerySchema } from '../../access/paging/paging.schemas.ts';
import { userOf } from '../../access/sessions/user-of.ts';
import type { SocialContext } from '../../social.context.ts';
import { actKinds, isTold } from './act.rules.ts';
import { listNotices } from './list-notices.ts';
import { Type } from '../../../platform/http/type.ts';

const noticeSchema = Type.Object({
  id: Type.String(),
  kind: Type.Enum(actKinds.filter(isTold)),
  reason: Type.String(),
  subject: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'removed content: `name`, `about`, or the id of a photo or a message',
  }),
  until: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'date-time',
    description: 'end of a suspension; null: permanent',
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
        summary: 'List the decisions of staff about a user',
        description:
          'Newest first; `live` and `updates` report each as `notice`. A suspended user sends the `appeal_token` from the refused sign-in.',
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
