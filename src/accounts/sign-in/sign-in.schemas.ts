import { accountsProblems as problem } from '../accounts.problems.ts';
import { DocumentAnswer, socialFields, userTypeField } from '../document/document.schemas.ts';
import { Type } from '../../platform/http/type.ts';

export const SignInBody = Type.Object({
  user_email: Type.Optional(Type.String({ examples: ['ana@example.com'] })),
  user_password: Type.Optional(Type.String({ examples: ['a table near the window'] })),
  user_type: userTypeField,
  totp: Type.Optional(
    Type.String({
      description: 'A code of the authenticator app, or a recovery code, where the user has one.',
      examples: ['492039'],
    }),
  ),
  ...socialFields,
});

export const SignInAnswer = DocumentAnswer(
  {
    uid: Type.Optional(Type.String({ examples: ['01a1dd67-074d-725c-97fa-4602abdcdd4d'] })),
    email: Type.Optional(Type.String({ examples: ['ana@example.com'] })),
    user_Fname: Type.Optional(Type.String({ examples: ['Ana'] })),
    user_Lname: Type.Optional(Type.String({ examples: ['Souza'] })),
    ProfileImage: Type.Optional(
      Type.String({ examples: ['https://praca.example/accounts/images/3q2-7wABAgMEBQYHCAkKCw.webp'] }),
    ),
    msg: Type.Optional(Type.String({ description: 'Only on an error.' })),
  },
  problem.pick(
    'invalid_input',
    'invalid_credentials',
    'verification_required',
    'totp_required',
    'totp_invalid',
    'totp_confirmation_required',
    'too_many_attempts',
    'proof_required',
    'proof_invalid',
    'provider_unavailable',
  ),
);
