import type { App } from '../../../platform/http/server.ts';
import { userOf } from '../../access/sessions/user-of.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import {
  chatPageSchema,
  chatParams,
  deletedSchema,
  messageParams,
  messageSchema,
  pageParams,
  partQuery,
  sendBody,
  typingSchema,
} from './chat.schemas.ts';
import { deleteMessage, deleteWholeChat } from './delete-messages.ts';
import { readChat } from './read-chat.ts';
import { sendMessage } from './send-message.ts';
import { sendTyping } from './send-typing.ts';

const tags = ['chat'];

export function chatRoutes(app: App, context: SocialContext): void {
  const config = { access: 'own', problems: problem.pick('not_combined') } as const;
  const otherOf = (request: { params: { userChat: string } }): string =>
    request.params.userChat.toLowerCase();

  app.post(
    '/user/:userId/chat/:userChat',
    {
      config: { ...config, problems: problem.pick('not_combined', 'limit_reached') },
      schema: {
        tags,
        summary: 'Send a message',
        description:
          'Only combined users can chat (403 not_combined). A retry with the same client_id returns the same message. Messages beyond `MESSAGES_PER_MINUTE` are refused (429 limit_reached).',
        params: chatParams,
        body: sendBody,
        response: { 200: messageSchema },
      },
    },
    (request) =>
      sendMessage(context, userOf(request), otherOf(request), {
        message: request.body.message,
        clientId: request.body.client_id ?? null,
      }),
  );

  const reading = {
    tags,
    summary: 'Read a week of a chat',
    description:
      'Page 0 (the default) is today and the six days before it in America/Sao_Paulo; page n is the seven days n weeks before those. Reading marks the other user’s messages up to the end of the page as read. A busy week can be read in parts, latest first: send `limit`, then `before` as long as the response contains one. A part marks only its own messages as read.',
    querystring: partQuery,
    response: { 200: chatPageSchema },
  };
  app.get(
    '/user/:userId/chat/:userChat',
    // A HEAD request would mark messages as read that no person saw.
    { config, exposeHeadRoute: false, schema: { ...reading, params: chatParams } },
    (request) => readChat(context, userOf(request), otherOf(request), { page: 0, ...request.query }),
  );
  app.get(
    '/user/:userId/chat/:userChat/:pageOrMessage',
    { config, exposeHeadRoute: false, schema: { ...reading, params: pageParams } },
    (request) => {
      const asked = { page: request.params.pageOrMessage, ...request.query };
      return readChat(context, userOf(request), otherOf(request), asked);
    },
  );

  app.delete(
    '/user/:userId/chat/:userChat/:pageOrMessage',
    {
      config,
      schema: {
        tags,
        summary: 'Delete a message, or the chat',
        description:
          'The caller’s own message becomes a tombstone for both users; a received message is hidden for the caller; ALL empties the chat for the caller only.',
        params: messageParams,
        response: { 200: deletedSchema },
      },
    },
    async (request) => {
      const { pageOrMessage: messageId } = request.params;
      const userId = userOf(request);
      const deleted =
        messageId === 'ALL'
          ? await deleteWholeChat(context, userId, otherOf(request))
          : await deleteMessage(context, userId, otherOf(request), messageId.toLowerCase());
      return { deleted };
    },
  );

  app.post(
    '/user/:userId/chat/:userChat/typing',
    {
      config,
      schema: {
        tags,
        summary: 'Report typing to the other user',
        params: chatParams,
        response: { 200: typingSchema },
      },
    },
    async (request) => {
      await sendTyping(context, userOf(request), otherOf(request));
      return { status: 'ok' as const };
    },
  );
}
