import type { Words } from '../../platform/http/language.ts';

export const accountsWords = {
  tooManyAttempts: {
    en: 'Too many attempts. Try again in {seconds} s.',
    pt: 'Tentativas demais. Tente de novo em {seconds} s.',
    de: 'Zu viele Versuche. Bitte in {seconds} s noch einmal versuchen.',
  },
  sendIdToken: {
    en: 'Send the ID token of the social provider in id_token.',
    pt: 'Envie o ID token do provedor de login social em id_token.',
    de: 'Das ID-Token des Anbieters der sozialen Anmeldung gehört in id_token.',
  },
  idTokenTooLong: {
    en: 'The ID token is too long.',
    pt: 'O ID token é longo demais.',
    de: 'Das ID-Token ist zu lang.',
  },
  idTokenNotSigned: {
    en: 'The ID token is not a signed JSON Web Token.',
    pt: 'O ID token não é um JSON Web Token assinado.',
    de: 'Das ID-Token ist kein signiertes JSON Web Token.',
  },
  idTokenExpired: {
    en: 'The ID token has expired.',
    pt: 'O ID token expirou.',
    de: 'Das ID-Token ist abgelaufen.',
  },
  idTokenAlgorithm: {
    en: 'The ID token is not signed with an allowed algorithm.',
    pt: 'O ID token não foi assinado com um algoritmo permitido.',
    de: 'Das ID-Token ist nicht mit einem erlaubten Verfahren signiert.',
  },
  idTokenSigner: {
    en: 'The ID token is not signed by the social provider.',
    pt: 'O ID token não foi assinado pelo provedor de login social.',
    de: 'Das ID-Token ist nicht vom Anbieter der sozialen Anmeldung signiert.',
  },
  idTokenClaim: {
    en: 'The claim {claim} of the ID token is missing or wrong.',
    pt: 'A claim {claim} do ID token falta ou está errada.',
    de: 'Der Claim {claim} des ID-Tokens fehlt oder ist falsch.',
  },
  idTokenNonce: {
    en: 'The nonce of the ID token was used, has expired or was not issued by GET /nonce.',
    pt: 'O nonce do ID token já foi usado, expirou ou não veio de GET /nonce.',
    de: 'Die Nonce des ID-Tokens wurde schon benutzt, ist abgelaufen oder wurde nicht von GET /nonce ausgegeben.',
  },
  emailNotVerified: {
    en: 'The social provider has not verified the e-mail address.',
    pt: 'O provedor de login social não verificou o e-mail.',
    de: 'Der Anbieter der sozialen Anmeldung hat die E-Mail-Adresse nicht geprüft.',
  },
  providerNotSetUp: {
    en: 'This social provider is not set up here.',
    pt: 'Este provedor de login social não está configurado aqui.',
    de: 'Dieser Anbieter der sozialen Anmeldung ist hier nicht eingerichtet.',
  },
  providerKeysUnavailable: {
    en: 'The keys of {provider} are not available at the moment. Try again in a minute.',
    pt: 'As chaves de {provider} não estão disponíveis no momento. Tente de novo em um minuto.',
    de: 'Die Schlüssel von {provider} sind im Moment nicht verfügbar. Bitte in einer Minute noch einmal versuchen.',
  },
  turnTotpOffFirst: {
    en: 'Turn it off with DELETE /v1/me/totp first.',
    pt: 'Desative primeiro o atual com DELETE /v1/me/totp.',
    de: 'Zuerst die bisherige mit DELETE /v1/me/totp abschalten.',
  },
  beginTotp: {
    en: 'Begin with POST /v1/me/totp.',
    pt: 'Comece com POST /v1/me/totp.',
    de: 'Der erste Schritt ist POST /v1/me/totp.',
  },
  noSuchPicture: {
    en: 'There is no such picture.',
    pt: 'Esta imagem não existe.',
    de: 'Dieses Bild gibt es nicht.',
  },
  signIn: {
    en: 'Sign in, and send the session.',
    pt: 'Entre na conta e envie a sessão.',
    de: 'Bitte anmelden und die Sitzung mitsenden.',
  },
  sessionEnded: {
    en: 'The session has ended. Sign in again.',
    pt: 'A sessão terminou. Entre de novo.',
    de: 'Die Sitzung ist beendet. Bitte noch einmal anmelden.',
  },
  oneTimePasswordUsed: {
    en: 'You signed in with a one-time password. Set a new one with POST /v1/me/password first.',
    pt: 'Você entrou com uma senha de uso único. Defina primeiro uma nova com POST /v1/me/password.',
    de: 'Diese Anmeldung benutzt ein Einmalpasswort. Zuerst mit POST /v1/me/password ein neues setzen.',
  },
  repeatWithNewSession: {
    en: 'Sign in again, and repeat this within {minutes} minutes with the new session.',
    pt: 'Entre de novo e repita isto dentro de {minutes} minutos com a nova sessão.',
    de: 'Bitte noch einmal anmelden und dies binnen {minutes} Minuten mit der neuen Sitzung wiederholen.',
  },
  passwordNeedsEmail: {
    en: 'Only accounts with an e-mail address can have a password.',
    pt: 'Só contas com e-mail podem ter senha.',
    de: 'Nur Konten mit einer E-Mail-Adresse können ein Passwort haben.',
  },
  setPasswordFirst: {
    en: 'Set a password with POST /v1/me/password first.',
    pt: 'Defina primeiro uma senha com POST /v1/me/password.',
    de: 'Zuerst mit POST /v1/me/password ein Passwort setzen.',
  },
  addEmailFirst: {
    en: 'Add an e-mail address with POST /v1/me/email first, then set a password with POST /v1/me/password.',
    pt: 'Adicione primeiro um e-mail com POST /v1/me/email e depois defina uma senha com POST /v1/me/password.',
    de: 'Zuerst mit POST /v1/me/email eine E-Mail-Adresse hinzufügen, dann mit POST /v1/me/password ein Passwort setzen.',
  },
  pictureAddress: {
    en: 'must be an https address of a picture',
    pt: 'deve ser o endereço https de uma imagem',
    de: 'muss die https-Adresse eines Bildes sein',
  },
  containsEmail: {
    en: 'must not contain the e-mail address',
    pt: 'não pode conter o e-mail',
    de: 'darf die E-Mail-Adresse nicht enthalten',
  },
  commonPassword: {
    en: 'is one of the most common passwords',
    pt: 'é uma das senhas mais comuns',
    de: 'ist eines der häufigsten Passwörter',
  },
  oneTimePassword: {
    en: 'must differ from the one-time password',
    pt: 'precisa ser diferente da senha de uso único',
    de: 'muss ein anderes als das Einmalpasswort sein',
  },
  idTokenAudience: {
    en: 'must be one of ID_TOKEN_AUDIENCES',
    pt: 'deve ser um dos valores de ID_TOKEN_AUDIENCES',
    de: 'muss einer der Werte von ID_TOKEN_AUDIENCES sein',
  },
  unchanged: {
    en: 'must differ from the current one',
    pt: 'precisa ser diferente do valor atual',
    de: 'muss anders sein als bisher',
  },
  differsFromFirst: {
    en: 'differs from the first',
    pt: 'é diferente da primeira',
    de: 'ist anders als das erste',
  },
} as const satisfies Record<string, Words>;
