import type { TSchema } from 'typebox';
import { problem, type ProblemCatalogue } from '../../../platform/problem.ts';
import { Type } from '../../../platform/http/type.ts';

// Generators name the values of an enum by `x-enum-varnames`. Without it, the text and the number have the same name.
export const userTypeField = Type.Optional(
  Type.Union(
    [
      Type.Enum(['0', '1'], { 'x-enum-varnames': ['Email', 'Social'] }),
      Type.Enum([0, 1], { 'x-enum-varnames': ['EmailNumber', 'SocialNumber'] }),
    ],
    { description: '0 for e-mail login, 1 for social login.', examples: ['0'] },
  ),
);

export const socialFields = {
  provider: Type.Optional(
    Type.String({ description: 'Social login: the provider of the ID token.', examples: ['google'] }),
  ),
  id_token: Type.Optional(
    Type.String({ description: 'Social login: the ID token of the provider. Needed in production.' }),
  ),
  nonce: Type.Optional(
    Type.String({
      description: 'Social login: the nonce from GET /nonce for which the ID token was issued.',
    }),
  ),
};

const FieldFault = Type.Object({ field: Type.String(), code: Type.String(), message: Type.String() });

/**
 * Schema of an answer: a success has exactly the fields of the interface document, an error has `status`, `msg` and
 * `code`.
 */
export const DocumentAnswer = <T extends Record<string, TSchema>>(fields: T, refusals: ProblemCatalogue) =>
  Type.Object({
    status: Type.Enum(['success', 'error'], { examples: ['success'] }),
    ...fields,
    code: Type.Optional(
      Type.Enum(Object.keys({ ...refusals, ...problem.pick('internal_error') }), {
        description: 'Only on an error. Codes are stable. internal_error is a fault of the server.',
      }),
    ),
    errors: Type.Optional(
      Type.Array(FieldFault, { description: 'Which fields are wrong, for invalid_input.' }),
    ),
  });
