import type { JWK } from 'jose';
import { Type } from '../../../platform/http/type.ts';

export const idTokenRequest = Type.Object({
  audience: Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^[\\x21-\\x7e]+$',
    description: 'the name or address of the service that the token is for, without spaces',
    examples: ['social'],
  }),
  nonce: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Copied into the token, so that a service can recognize a replayed token.',
      examples: ['n-0S6_WzA2Mj'],
    }),
  ),
});

export const idTokenAnswer = Type.Object({
  id_token: Type.String({ description: 'A JSON Web Token, signed with Ed25519.' }),
  expires_in: Type.Integer({ description: 'Seconds.', examples: [600] }),
});

/** The TypeScript type is jose's, in which every member is optional. Ed25519 keys of this server have all of these. */
const publicKey = Type.Unsafe<JWK>(
  Type.Object({
    kty: Type.String({ examples: ['OKP'] }),
    crv: Type.String({ examples: ['Ed25519'] }),
    x: Type.String(),
    kid: Type.String(),
    alg: Type.String({ examples: ['EdDSA'] }),
    use: Type.String({ examples: ['sig'] }),
  }),
);

export const keySet = Type.Object({ keys: Type.Array(publicKey) });

export const discoveryDocument = Type.Object({
  issuer: Type.String({ examples: ['https://praca.example/accounts'] }),
  jwks_uri: Type.String({ examples: ['https://praca.example/accounts/.well-known/jwks.json'] }),
  response_types_supported: Type.Array(Type.String()),
  subject_types_supported: Type.Array(Type.String()),
  id_token_signing_alg_values_supported: Type.Array(Type.String()),
  claims_supported: Type.Array(Type.String()),
});
