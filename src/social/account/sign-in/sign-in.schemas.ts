import { Type } from '../../../platform/http/type.ts';
import { longestLoginId, longestName } from './read-sign-in.ts';

const fields = {
  user_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: longestLoginId,
      description: "the user's social-login identifier",
    }),
  ),
  name: Type.Optional(
    Type.String({ minLength: 1, maxLength: longestName, format: 'readable-text', description: 'user name' }),
  ),
  provider: Type.Optional(Type.String({ maxLength: 100, description: 'issuer of the id_token' })),
  id_token: Type.Optional(
    Type.String({ maxLength: 16_384, description: 'proves the identity; its subject must be user_id' }),
  ),
  grant_type: Type.Optional(
    Type.String({ maxLength: 100, description: '`refresh_token` to refresh; left out to sign in' }),
  ),
  refresh_token: Type.Optional(Type.String({ maxLength: 255 })),
};

export const tokenQuerySchema = Type.Object(fields);

/** A request with all parameters in the query may have no body. */
export const tokenBodySchema = Type.Unsafe<Partial<Record<keyof typeof fields, string>> | null>({
  ...Type.Object(fields),
  type: ['object', 'null'],
  examples: [{ user_id: 'ana-1', name: 'Ana' }],
});

export const tokenSchema = Type.Object({
  access_token: Type.String(),
  expires_in: Type.Integer({ description: 'seconds', examples: [3600] }),
  token_type: Type.String({ examples: ['Bearer'] }),
  scope: Type.String({ examples: ['user'] }),
  refresh_token: Type.String(),
});

export const sessionSchema = Type.Object({
  name: Type.String(),
  is_premium: Type.Boolean(),
  date: Type.String({ format: 'date', description: 'the day the user was created' }),
  perfil_photo: Type.String({ description: 'a link' }),
  need_tour: Type.Boolean(),
  user_id: Type.String({ description: 'the id that paths take as userId' }),
});
