import type { ApiReference } from '../platform/http/openapi/api-reference.ts';

const uid = '01a1dd67-074d-725c-97fa-4602abdcdd4d';
const picture = 'https://praca.example/accounts/images/initials-AS-7.svg';
const status = 'success';

export const accountsReference: ApiReference = {
  introduction: `Sign-up, sign-in, logout and password recovery, by e-mail or social login.

1. **Sign up**: \`POST /signup\`.
2. **Sign in**: \`POST /signin\`. In browsers the session is a cookie that scripts cannot read. Other clients send the \`x-session-token\` of the answer as \`Authorization: Bearer\`.
3. **Use another service**: \`POST /v1/me/id-token\` returns an ID token that social accepts.

The four operations of sign-up, sign-in, logout and recovery answer failures with status 200 and \`status: "error"\`. All others use status codes and problem details (RFC 9457) with a stable \`code\`; [all codes](/problems).`,
  tags: {
    Accounts: 'Sign-up, sign-in, logout and password recovery.',
    Me: 'The own account: profile, password, address, history and export.',
    Sessions: 'Where the account is signed in.',
    'Second factor': 'Codes of an authenticator app at the sign-in.',
    'ID tokens': 'Tokens that prove the account to other services, and the keys that verify them.',
    'Social login': 'What a sign-in by another provider needs.',
    Pictures: 'Profile pictures.',
  },
  examples: {
    // An answer of these operations is a success or an error, so most of its fields are optional.
    'POST /signup': { status, msg: 'Your account has been created.', uid },
    'POST /signin': {
      status,
      uid,
      email: 'ana@example.com',
      user_Fname: 'Ana',
      user_Lname: 'Souza',
      ProfileImage: picture,
    },
    'GET /logout': { status, msg: 'You are logged out.' },
    'GET /logout/{uid}': { status, msg: 'You are logged out.' },
    'POST /forgetpassword': { status, password: 'k7mq-2xvf-9trw-hc4d' },
    email_confirmed: true,
    has_password: true,
    ProfileImage: picture,
    issuer: 'https://accounts.google.com',
    linked_at: '2026-03-01T12:05:00.000Z',
    id: '01a1e124-9601-7386-ae8d-20f27dd16ebf',
    current: true,
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    created_at: '2026-03-01T12:00:00.000Z',
    last_seen_at: '2026-03-02T08:15:00.000Z',
    expires_at: '2026-04-01T08:15:00.000Z',
    at: '2026-03-01T12:00:00.000Z',
    detail: {},
    exported_at: '2026-03-02T08:15:00.000Z',
    user: { uid, email: 'ana@example.com', user_Fname: 'Ana', user_Lname: 'Souza' },
    x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
    kid: 'Zk9u0VbXr8m3o1Yy',
    response_types_supported: 'id_token',
    subject_types_supported: 'public',
    id_token_signing_alg_values_supported: 'EdDSA',
    claims_supported: 'sub',
    id_token: 'eyJhbGciOiJFZERTQSIsImtpZCI6Ilprc3UifQ.eyJzdWIiOiIwMWExZGQ2NyJ9.c2ln',
  },
};
