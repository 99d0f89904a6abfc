// Made from the OpenAPI document by scripts/client-types.ts; a test tells when it is stale.

export interface AccountsApi {
  /** Create user */
  'POST /signup': {
    body: {
      /** First name, 1 to 100 characters. */
      readonly user_Fname?: string;
      /** Last name, 1 to 100 characters. */
      readonly user_Lname?: string;
      /** E-mail address, at most 254 characters. */
      readonly user_email?: string;
      /** 8 to 256 characters. Common passwords are refused. Empty for social login. */
      readonly user_password?: string;
      /** E-mail users: a JPEG, PNG or WebP in base64, up to 5 MiB, with or without a data-URL prefix. Social users: an https address. */
      readonly user_profilepic?: string;
      /** 0 for e-mail login, 1 for social login. */
      readonly user_type?: '0' | '1' | 0 | 1;
      /** Social login: the provider of the ID token. */
      readonly provider?: string;
      /** Social login: the ID token of the provider. Needed in production. */
      readonly id_token?: string;
      /** Social login: the nonce from GET /nonce for which the ID token was issued. */
      readonly nonce?: string;
    };
    answer: {
      readonly status: 'success' | 'error';
      readonly msg?: string;
      readonly uid?: string;
      /** Only on an error. Codes are stable. internal_error is a fault of the server. */
      readonly code?: 'invalid_input' | 'email_taken' | 'too_many_attempts' | 'proof_required' | 'proof_invalid' | 'provider_unavailable' | 'internal_error';
      /** Which fields are wrong, for invalid_input. */
      readonly errors?: readonly ({
        readonly field: string;
        readonly code: string;
        readonly message: string;
      })[];
    };
  };
  /** Sign in */
  'POST /signin': {
    body: {
      readonly user_email?: string;
      readonly user_password?: string;
      /** 0 for e-mail login, 1 for social login. */
      readonly user_type?: '0' | '1' | 0 | 1;
      /** A code of the authenticator app, or a recovery code. Required if the user has set up an app. */
      readonly totp?: string;
      /** Social login: the provider of the ID token. */
      readonly provider?: string;
      /** Social login: the ID token of the provider. Needed in production. */
      readonly id_token?: string;
      /** Social login: the nonce from GET /nonce for which the ID token was issued. */
      readonly nonce?: string;
    };
    answer: {
      readonly status: 'success' | 'error';
      readonly uid?: string;
      readonly email?: string;
      readonly user_Fname?: string;
      readonly user_Lname?: string;
      readonly ProfileImage?: string;
      /** Only on an error. */
      readonly msg?: string;
      /** Only on an error. Codes are stable. internal_error is a fault of the server. */
      readonly code?: 'invalid_input' | 'invalid_credentials' | 'verification_required' | 'totp_required' | 'totp_invalid' | 'totp_confirmation_required' | 'too_many_attempts' | 'proof_required' | 'proof_invalid' | 'provider_unavailable' | 'internal_error';
      /** Which fields are wrong, for invalid_input. */
      readonly errors?: readonly ({
        readonly field: string;
        readonly code: string;
        readonly message: string;
      })[];
    };
  };
  /** Logout */
  'GET /logout': {
    answer: {
      readonly status: 'success' | 'error';
      readonly msg?: string;
      /** Only on an error. Codes are stable. internal_error is a fault of the server. */
      readonly code?: 'not_signed_in' | 'internal_error';
      /** Which fields are wrong, for invalid_input. */
      readonly errors?: readonly ({
        readonly field: string;
        readonly code: string;
        readonly message: string;
      })[];
    };
  };
  /** Logout */
  'GET /logout/{uid}': {
    path: {
      readonly uid: string | number;
    };
    answer: {
      readonly status: 'success' | 'error';
      readonly msg?: string;
      /** Only on an error. Codes are stable. internal_error is a fault of the server. */
      readonly code?: 'not_signed_in' | 'unknown_user' | 'internal_error';
      /** Which fields are wrong, for invalid_input. */
      readonly errors?: readonly ({
        readonly field: string;
        readonly code: string;
        readonly message: string;
      })[];
    };
  };
  /** Recover password */
  'POST /forgetpassword': {
    body: {
      readonly user_email?: string;
      /** The code of the mail, in exchange for a one-time password. */
      readonly code?: string;
    };
    answer: {
      readonly status: 'success' | 'error';
      /** A one-time password. It works once, within 24 hours, and must be replaced with POST /v1/me/password. Empty if a mail was sent instead. */
      readonly password?: string;
      /** Only on an error. */
      readonly msg?: string;
      /** Only on an error. Codes are stable. internal_error is a fault of the server. */
      readonly code?: 'invalid_input' | 'unknown_email' | 'code_invalid' | 'too_many_attempts' | 'internal_error';
      /** Which fields are wrong, for invalid_input. */
      readonly errors?: readonly ({
        readonly field: string;
        readonly code: string;
        readonly message: string;
      })[];
    };
  };
  /** A profile picture */
  'GET /images/{name}': {
    path: {
      readonly name: string | number;
    };
    answer: Blob;
  };
  /** A nonce for an ID token */
  'GET /nonce': {
    answer: {
      readonly status: 'success';
      readonly nonce: string;
      /** Seconds. */
      readonly expires_in: number;
    };
  };
  /** The public keys of ID tokens */
  'GET /.well-known/jwks.json': {
    answer: {
      readonly keys: readonly ({
        readonly kty: string;
        readonly crv: string;
        readonly x: string;
        readonly kid: string;
        readonly alg: string;
        readonly use: string;
      })[];
    };
  };
  /** OpenID Connect discovery document */
  'GET /.well-known/openid-configuration': {
    answer: {
      readonly issuer: string;
      readonly jwks_uri: string;
      readonly response_types_supported: readonly (string)[];
      readonly subject_types_supported: readonly (string)[];
      readonly id_token_signing_alg_values_supported: readonly (string)[];
      readonly claims_supported: readonly (string)[];
    };
  };
  /** Get my account */
  'GET /v1/me': {
    answer: {
      readonly uid: string;
      readonly email: string;
      readonly email_confirmed: boolean;
      readonly user_Fname: string;
      readonly user_Lname: string;
      readonly ProfileImage: string;
      /** Language of mails that are not sent in answer to a request. */
      readonly language: 'en' | 'pt' | 'de';
      readonly has_password: boolean;
      readonly totp_enabled: boolean;
      /** True if the session began with a one-time password. */
      readonly password_change_required: boolean;
      /** Social logins of this account. `DELETE /v1/me/identities/{issuer}` removes one. */
      readonly identities: readonly ({
        readonly issuer: string;
        readonly linked_at: string;
      })[];
      readonly created_at: string;
    };
  };
  /** Change the profile */
  'PATCH /v1/me': {
    body: {
      /** 1 to 100 characters. */
      readonly user_Fname?: string;
      /** 1 to 100 characters. */
      readonly user_Lname?: string;
      /** A JPEG, PNG or WebP in base64, up to 5 MiB; empty to remove it. */
      readonly user_profilepic?: string;
      readonly language?: 'en' | 'pt' | 'de';
    };
    answer: {
      readonly uid: string;
      readonly email: string;
      readonly email_confirmed: boolean;
      readonly user_Fname: string;
      readonly user_Lname: string;
      readonly ProfileImage: string;
      /** Language of mails that are not sent in answer to a request. */
      readonly language: 'en' | 'pt' | 'de';
      readonly has_password: boolean;
      readonly totp_enabled: boolean;
      /** True if the session began with a one-time password. */
      readonly password_change_required: boolean;
      /** Social logins of this account. `DELETE /v1/me/identities/{issuer}` removes one. */
      readonly identities: readonly ({
        readonly issuer: string;
        readonly linked_at: string;
      })[];
      readonly created_at: string;
    };
  };
  /** Erase my account */
  'DELETE /v1/me': {
    answer: {
      readonly erase_at: string;
    };
  };
  /** Change the password */
  'POST /v1/me/password': {
    body: {
      /** Not needed after signing in with a one-time password. Not needed for a first password either, which instead requires a sign-in within the last hour. */
      readonly current_password?: string;
      /** 8 to 256 characters. Common passwords and the current password are refused. */
      readonly new_password: string;
    };
    answer: undefined;
  };
  /** List my sessions and connected applications */
  'GET /v1/me/sessions': {
    answer: readonly ({
      readonly id: string;
      /** The session of this request. */
      readonly current: boolean;
      readonly address: string;
      readonly user_agent: string;
      readonly created_at: string;
      readonly last_seen_at: string;
      readonly expires_at: string;
      /** An application that the user signed in to has an entry of its own. It ends with the session in which it was connected. */
      readonly kind: 'session' | 'application';
      /** Only of applications. */
      readonly client?: {
        readonly id: string;
        readonly name: string;
        readonly logo_uri: string | null;
        readonly scope: string;
      };
    })[];
  };
  /** End all other sessions */
  'DELETE /v1/me/sessions': {
    answer: {
      readonly ended: number;
    };
  };
  /** End one session, or remove one connected application */
  'DELETE /v1/me/sessions/{id}': {
    path: {
      readonly id: string | number;
    };
    answer: undefined;
  };
  /** Remove a social login */
  'DELETE /v1/me/identities/{issuer}': {
    path: {
      /** As in `identities` of `GET /v1/me`, percent-encoded. */
      readonly issuer: string | number;
    };
    answer: undefined;
  };
  /** Change the e-mail address */
  'POST /v1/me/email': {
    body: {
      /** The new e-mail address, at most 254 characters. */
      readonly user_email: string;
      /** A code of the authenticator app, or a recovery code. Required if the user has set up an app. */
      readonly totp?: string;
    };
    answer: {
      /** The address that the link was sent to. */
      readonly user_email: string;
      /** Time until which the link works. */
      readonly expires_at: string;
    };
  };
  /** List the audit entries of my account */
  'GET /v1/me/audit': {
    query?: {
      readonly limit?: number;
      /** Entries older than this one. */
      readonly before?: string | number;
    };
    answer: readonly ({
      readonly id: string;
      readonly event: string;
      readonly address: string;
      readonly user_agent: string;
      readonly detail: Readonly<Record<string, unknown>>;
      readonly at: string;
    })[];
  };
  /** Export my data */
  'GET /v1/me/export': {
    answer: {
      readonly exported_at: string;
      readonly user: Readonly<Record<string, unknown>>;
    };
  };
  /** Whether sign-in requires a code of an authenticator app */
  'GET /v1/me/totp': {
    answer: {
      readonly enabled: boolean;
      readonly recovery_codes_left: number;
    };
  };
  /** Start setting up an authenticator app */
  'POST /v1/me/totp': {
    answer: {
      /** In base32, for typing. */
      readonly secret: string;
      /** The same for a QR code. */
      readonly otpauth_uri: string;
    };
  };
  /** Turn the second factor off */
  'DELETE /v1/me/totp': {
    body: {
      /** The six digits that the authenticator app currently shows, or a recovery code. */
      readonly totp: string;
    };
    answer: undefined;
  };
  /** Turn the second factor on */
  'POST /v1/me/totp/confirm': {
    body: {
      /** The six digits that the authenticator app currently shows. */
      readonly totp: string;
    };
    answer: {
      /** Each works once instead of a code of the app. They are not shown again. */
      readonly recovery_codes: readonly (string)[];
    };
  };
  /** Replace the recovery codes with ten new ones */
  'POST /v1/me/totp/recovery-codes': {
    body: {
      /** The six digits that the authenticator app currently shows, or a recovery code. */
      readonly totp: string;
    };
    answer: {
      /** Each works once instead of a code of the app. They are not shown again. */
      readonly recovery_codes: readonly (string)[];
    };
  };
  /** An ID token for another service */
  'POST /v1/me/id-token': {
    body: {
      /** the name or address of the service that the token is for, without spaces */
      readonly audience: string;
      /** Copied into the token, so that a service can recognize a replayed token. */
      readonly nonce?: string;
    };
    answer: {
      /** A JSON Web Token, signed with Ed25519. */
      readonly id_token: string;
      /** Seconds. */
      readonly expires_in: number;
    };
  };
}
