import { defaultPart, largestPageBytes, largestPart, largestWeek } from './chat.rules.ts';
import { lastPage } from './week.rules.ts';
import { Type } from '../../../platform/http/type.ts';
import { calledKey } from '../../../platform/http/validation.ts';

const moment = Type.String({ format: 'date-time', examples: ['2026-11-15T10:00:00.000Z'] });

// Uses type lists instead of unions, because the serialiser validates each value against every branch of a union.
export const messageSchema = Type.Object({
  id: Type.String(),
  client_id: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  from: Type.String(),
  to: Type.String(),
  message: Type.String({ description: 'empty if the message was deleted' }),
  sent_at: moment,
  read_at: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' }),
  deleted: Type.Boolean(),
});

export const chatParams = Type.Object({
  userId: Type.String(),
  userChat: Type.String({ description: 'the other user' }),
});
// One parameter name for both uses, because OpenAPI treats two templates of one path as the same path.
export const pageParams = Type.Object({
  ...chatParams.properties,
  pageOrMessage: Type.Integer({
    minimum: 0,
    maximum: lastPage,
    description: 'weeks back; 0 is the last seven days',
    [calledKey]: 'page',
  }),
});
export const partQuery = Type.Object({
  before: Type.Optional(
    Type.String({
      format: 'uuid',
      description:
        'Returns only messages of this week before this one. Value of `before` in the previous response.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: largestPart,
      description: `Maximum number of messages, latest first. Default: ${defaultPart} with \`before\`, otherwise the whole week, up to ${largestWeek} messages. A page has at most ${largestPageBytes / 1024 / 1024} MiB: it keeps the newest messages and sets \`before\`.`,
    }),
  ),
});
export const messageParams = Type.Object({
  ...chatParams.properties,
  pageOrMessage: Type.String({ description: 'a message, or ALL' }),
});

export const sendBody = Type.Object({
  message: Type.String({
    minLength: 1,
    maxLength: 4000,
    format: 'readable-text',
    examples: ['Oi! Vai no samba?'],
  }),
  client_id: Type.Optional(
    Type.Union([
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'chosen by the client; a repeat refers to the same message',
      }),
      Type.Null(),
    ]),
  ),
});

export const chatPageSchema = Type.Object({
  page: Type.Integer(),
  from: moment,
  until: Type.String({ format: 'date-time', description: 'exclusive' }),
  messages: Type.Array(messageSchema, { description: 'oldest first' }),
  nextPage: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'the next earlier page with messages',
  }),
  before: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'the week has earlier messages: request them with this `before`',
  }),
});

export const deletedSchema = Type.Object({ deleted: Type.Integer() });
export const typingSchema = Type.Object({ status: Type.Enum(['ok']) });
