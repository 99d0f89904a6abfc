import { languages } from '../../platform/http/language.ts';
import { Type } from '../../platform/http/type.ts';

export const Me = Type.Object({
  uid: Type.String({ examples: ['01a1dd67-074d-725c-97fa-4602abdcdd4d'] }),
  email: Type.String({ examples: ['ana@example.com'] }),
  email_confirmed: Type.Boolean(),
  user_Fname: Type.String({ examples: ['Ana'] }),
  user_Lname: Type.String({ examples: ['Souza'] }),
  ProfileImage: Type.String(),
  language: Type.Enum([...languages], { description: 'Of mails that nobody’s request causes.' }),
  has_password: Type.Boolean(),
  totp_enabled: Type.Boolean(),
  password_change_required: Type.Boolean({ description: 'The session was begun with a one-time password.' }),
  identities: Type.Array(Type.Object({ issuer: Type.String(), linked_at: Type.String() }), {
    description: 'Social logins that lead to this account. `DELETE /v1/me/identities/{issuer}` removes one.',
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
        'Not needed after signing in with a one-time password, nor where there is none yet: then the session must have been begun within the last hour.',
    }),
  ),
  new_password: Type.String({
    description: '8 to 256 characters; not a common one, nor the one that is changed.',
  }),
});
