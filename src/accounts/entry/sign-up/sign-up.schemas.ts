import { accountsProblems as problem } from '../../accounts.problems.ts';
import { DocumentAnswer, socialFields, userTypeField } from '../../pages/document/document.schemas.ts';
import { Type } from '../../../platform/http/type.ts';

export const SignUpBody = Type.Object({
  user_Fname: Type.Optional(
    Type.String({ description: 'First name, 1 to 100 characters.', examples: ['Ana'] }),
  ),
  user_Lname: Type.Optional(
    Type.String({ description: 'Last name, 1 to 100 characters.', examples: ['Souza'] }),
  ),
  user_email: Type.Optional(
    Type.String({ description: 'E-mail address, at most 254 characters.', examples: ['ana@example.com'] }),
  ),
  user_password: Type.Optional(
    Type.String({
      description: '8 to 256 characters. Common passwords are refused. Empty for social login.',
      examples: ['a table near the window'],
    }),
  ),
  user_profilepic: Type.Optional(
    Type.String({
      description:
        'E-mail users: a JPEG, PNG or WebP in base64, up to 5 MiB, with or without a data-URL prefix. Social users: an https address.',
      examples: [''],
    }),
  ),
  user_type: userTypeField,
  ...socialFields,
});

export const SignUpAnswer = DocumentAnswer(
  {
    msg: Type.Optional(Type.String({ examples: ['Your account has been created.'] })),
    uid: Type.Optional(Type.String({ examples: ['01a1dd67-074d-725c-97fa-4602abdcdd4d'] })),
  },
  problem.pick(
    'invalid_input',
    'email_taken',
    'too_many_attempts',
    'proof_required',
    'proof_invalid',
    'provider_unavailable',
  ),
);
