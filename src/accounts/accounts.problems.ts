import { defineProblems } from '../platform/problem.ts';

/**
 * The four operations of the interface document answer these with status 200. Routes under /v1 use the status given
 * here.
 */
export const accountsProblems = defineProblems({
  email_taken: {
    status: 409,
    title: {
      en: 'There is an account with this e-mail address',
      pt: 'Já existe uma conta com este e-mail',
      de: 'Zu dieser E-Mail-Adresse gibt es schon ein Konto',
    },
  },
  invalid_credentials: {
    status: 401,
    title: {
      en: 'The e-mail address or the password is wrong',
      pt: 'O endereço de e-mail ou a senha está errado',
      de: 'Die E-Mail-Adresse oder das Passwort ist falsch',
    },
  },
  verification_required: {
    status: 403,
    title: {
      en: 'The e-mail address has not been confirmed',
      pt: 'O e-mail não foi confirmado',
      de: 'Die E-Mail-Adresse ist nicht bestätigt',
    },
  },
  too_many_attempts: {
    status: 429,
    title: { en: 'Too many attempts', pt: 'Tentativas demais', de: 'Zu viele Versuche' },
  },
  proof_required: {
    status: 401,
    title: {
      en: 'An ID token of the social provider is needed',
      pt: 'É preciso um ID token do provedor de login social',
      de: 'Ein ID-Token des Anbieters der sozialen Anmeldung ist nötig',
    },
  },
  proof_invalid: {
    status: 401,
    title: {
      en: 'The ID token of the social provider is not valid',
      pt: 'O ID token do provedor de login social não é válido',
      de: 'Das ID-Token des Anbieters der sozialen Anmeldung ist nicht gültig',
    },
  },
  provider_unavailable: {
    status: 503,
    title: {
      en: 'The social provider cannot be reached at the moment',
      pt: 'O provedor de login social não responde no momento',
      de: 'Der Anbieter der sozialen Anmeldung ist gerade nicht erreichbar',
    },
  },
  totp_required: {
    status: 401,
    title: {
      en: 'A code of the authenticator app is needed',
      pt: 'É preciso um código do aplicativo autenticador',
      de: 'Ein Code der Authenticator-App ist nötig',
    },
  },
  totp_invalid: {
    status: 401,
    title: {
      en: 'The code of the authenticator app is wrong',
      pt: 'O código do aplicativo autenticador está errado',
      de: 'Der Code der Authenticator-App ist falsch',
    },
  },
  totp_confirmation_required: {
    status: 403,
    title: {
      en: 'Codes of the authenticator app wait for a confirmation by mail',
      pt: 'Os códigos do aplicativo autenticador aguardam uma confirmação por e-mail',
      de: 'Codes der Authenticator-App warten auf eine Bestätigung per E-Mail',
    },
  },
  totp_already_on: {
    status: 409,
    title: {
      en: 'An authenticator app is already in use',
      pt: 'Já há um aplicativo autenticador em uso',
      de: 'Eine Authenticator-App ist schon in Gebrauch',
    },
  },
  totp_not_begun: {
    status: 409,
    title: {
      en: 'No authenticator app is being set up',
      pt: 'Nenhum aplicativo autenticador está sendo configurado',
      de: 'Es wurde keine Authenticator-App begonnen',
    },
  },
  totp_off: {
    status: 409,
    title: {
      en: 'No authenticator app is in use',
      pt: 'Nenhum aplicativo autenticador está em uso',
      de: 'Es ist keine Authenticator-App in Gebrauch',
    },
  },
  unknown_email: {
    status: 404,
    title: {
      en: 'There is no account with this e-mail address',
      pt: 'Não existe conta com este e-mail',
      de: 'Zu dieser E-Mail-Adresse gibt es kein Konto',
    },
  },
  unknown_user: {
    status: 404,
    title: {
      en: 'There is no such user',
      pt: 'Este usuário não existe',
      de: 'Diesen Benutzer gibt es nicht',
    },
  },
  not_signed_in: {
    status: 401,
    title: {
      en: 'There is no such session',
      pt: 'Esta sessão não existe',
      de: 'Diese Sitzung gibt es nicht',
    },
  },
  code_invalid: {
    status: 400,
    title: {
      en: 'The code is wrong or no longer valid',
      pt: 'O código está errado ou não vale mais',
      de: 'Der Code ist falsch oder nicht mehr gültig',
    },
  },
  link_invalid: {
    status: 410,
    title: {
      en: 'The link is no longer valid',
      pt: 'O link não vale mais',
      de: 'Der Link ist nicht mehr gültig',
    },
  },
  password_change_required: {
    status: 403,
    title: {
      en: 'A new password must be set first',
      pt: 'É preciso definir primeiro uma nova senha',
      de: 'Zuerst muss ein neues Passwort gesetzt werden',
    },
  },
  recent_sign_in_required: {
    status: 403,
    title: {
      en: 'This needs a more recent sign-in',
      pt: 'Isto exige um login mais recente',
      de: 'Dafür ist eine Sitzung nötig, die vor kurzem begonnen wurde',
    },
  },
  export_running: {
    status: 409,
    title: {
      en: 'A copy of this user’s data is already being sent',
      pt: 'Uma cópia dos dados deste usuário já está sendo enviada',
      de: 'Eine Kopie der Daten dieses Benutzers wird bereits gesendet',
    },
  },
  address_required: {
    status: 409,
    title: {
      en: 'This account has no e-mail address to sign in with',
      pt: 'Esta conta não tem um e-mail para o login',
      de: 'Dieses Konto hat keine E-Mail-Adresse, mit der man sich anmelden kann',
    },
  },
  last_way_in: {
    status: 409,
    title: {
      en: 'This is the last way to sign in to the account',
      pt: 'Esta é a última forma de entrar na conta',
      de: 'Es bliebe kein Weg mehr, sich bei dem Konto anzumelden',
    },
  },
  wrong_password: {
    status: 403,
    title: {
      en: 'The current password is wrong',
      pt: 'A senha atual está errada',
      de: 'Das bisherige Passwort ist falsch',
    },
  },
  cross_site_request: {
    status: 403,
    title: {
      en: 'Requests of other sites must not use the session cookie',
      pt: 'Pedidos de outros sites não podem usar o cookie da sessão',
      de: 'Das Sitzungs-Cookie gilt nicht für Anfragen anderer Websites',
    },
  },
});
