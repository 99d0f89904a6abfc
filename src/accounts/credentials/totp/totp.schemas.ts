import { Type } from '../../../platform/http/type.ts';

export const totpState = Type.Object({
  enabled: Type.Boolean(),
  recovery_codes_left: Type.Integer({ examples: [10] }),
});

export const begunTotp = Type.Object({
  secret: Type.String({
    description: 'In base32, for typing.',
    examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
  }),
  otpauth_uri: Type.String({
    description: 'The same for a QR code.',
    examples: [
      'otpauth://totp/praca.example:ana%40example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=praca.example&algorithm=SHA1&digits=6&period=30',
    ],
  }),
});

export const confirmation = Type.Object({
  totp: Type.String({
    minLength: 1,
    maxLength: 20,
    description: 'The six digits that the authenticator app currently shows.',
    examples: ['492039'],
  }),
});

export const proof = Type.Object({
  totp: Type.String({
    minLength: 1,
    maxLength: 40,
    description: 'The six digits that the authenticator app currently shows, or a recovery code.',
    examples: ['492039'],
  }),
});

export const recoveryCodes = Type.Object({
  recovery_codes: Type.Array(Type.String({ examples: ['k7wq-3n5a-x2bd-9fme'] }), {
    description: 'Each works once instead of a code of the app. They are not shown again.',
  }),
});
