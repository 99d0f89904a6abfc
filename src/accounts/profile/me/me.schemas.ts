import { languages } from '../../../platform/http/language.ts';
import { Type } from '../../../platform/http/type.ts';

export const Me = Type.Object({
  uid: Type.String({ examples: ['01a1dd67-074d-725c-97fa-4602abdcdd4d'] }),
  email: Type.String({ examples: ['ana@example.com'] }),
  email_confirmed: Type.Boolean(),
  user_Fname: Type.String({ examples: ['Ana'] }),
  user_Lname: Type.String({ examples: ['Souza'] }),
  ProfileImage: Type.String(),
  language: Type.Enum([...languages], {
    description: 'Language of mails that are not sent in answer to a request.',
  }),
  has_password: Type.Boolean(),
  totp_enabled: Type.Boolean(),
  password_change_required: Type.Boolean({
    description: 'True if the session began with a one-time password.',
  }),
  identities: Type.Array(Type.Object({ issuer: Type.String(), linked_at: Type.String() }), {
    description: 'Social logins of this account. `DELETE /v1/me/identities/{issuer}` removes one.',
  }),
  created_at: Type.String({ examples: ['2026-03-01T12:00:00.000Z'] }),
});

export const ChangeMe = Type.Object({
  user_Fname: Type.Optional(Type.String({ description: '1 to 100 characters.', examples: ['Ana Clara'] })),
  user_Lname: Type.Optional(Type.String({ description: '1 to 100 characters.', examples: ['Souza'] })),
  user_profilepic: Type.Optional(
    Type.String({
      description: 'A JPEG, PNG or WebP in base64, up to 5 MiB; empty to remove it.',
      examples: [''],
    }),
  ),
  language: Type.Optional(Type.Enum([...languages])),
});

export const ChangePassword = Type.Object({
  current_password: Type.Optional(
    Type.String({
      description:
        'Not needed after signing in with a one-time password. Not needed for a first password either, which instead requires a sign-in within the last hour.',
    }),
  ),
  new_password: Type.String({
    description: '8 to 256 characters. Common passwords and the current password are refused.',
  }),
});
