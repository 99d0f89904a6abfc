import { defaultPart, largestPageBytes, largestPart, largestWeek } from './chat.rules.ts';
import { lastPage } from './week.rules.ts';
import { Type } from '../../platform/http/type.ts';
import { calledKey } from '../../platform/http/validation.ts';

const moment = Type.String({ format: 'date-time', examples: ['2026-11-15T10:00:00.000Z'] });

// Lists of types and not unions: the serialiser would have to validate each value against both sides of those.
export const messageSchema = Type.Object({
  id: Type.String(),
  client_id: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  from: Type.String(),
  to: Type.String(),
  message: Type.String({ description: 'empty once it is deleted' }),
  sent_at: moment,
  read_at: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' }),
  deleted: Type.Boolean(),
});

export const chatParams = Type.Object({
  userId: Type.String(),
  userChat: Type.String({ description: 'the other user' }),
});
// One name in the path for both, as OpenAPI takes two templates of one path for the same path.
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
      description: 'A message of this week: only what came before it. From `before` of the answer.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: largestPart,
      description: `The latest so many. ${defaultPart} with \`before\`, the whole week without either, up to ${largestWeek} messages. A page has at most ${largestPageBytes / 1024 / 1024} MiB: it keeps the newest messages and sets \`before\`.`,
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
        description: 'chosen by the client; the same again is the same message',
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
    description: 'the next page back that has messages',
  }),
  before: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'there is more of this week: ask with this `before`',
  }),
});

export const deletedSchema = Type.Object({ deleted: Type.Integer() });
export const typingSchema = Type.Object({ status: Type.Enum(['ok']) });
