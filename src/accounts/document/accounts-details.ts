import type { DetailWords } from '../../platform/http/details/translate-detail.ts';

/** What accounts refuses under /v1, and what is wrong with the fields of every operation, in the other languages. */
export const accountsDetails: DetailWords = {
  'There is an account with this e-mail address.': {
    pt: 'Já existe uma conta com este e-mail.',
    de: 'Zu dieser E-Mail-Adresse gibt es schon ein Konto.',
  },
  'The e-mail address or the password is wrong.': {
    pt: 'O endereço de e-mail ou a senha está errado.',
    de: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  },
  'The e-mail address has not been confirmed.': {
    pt: 'O e-mail não foi confirmado.',
    de: 'Die E-Mail-Adresse ist nicht bestätigt.',
  },
  'Too many attempts.': { pt: 'Tentativas demais.', de: 'Zu viele Versuche.' },
  'Too many attempts. Try again in {1} s.': {
    pt: 'Tentativas demais. Tente de novo em {1} s.',
    de: 'Zu viele Versuche. Versuchen Sie es in {1} s noch einmal.',
  },
  'An ID token of the social provider is needed.': {
    pt: 'É preciso um ID token do provedor de login social.',
    de: 'Ein ID-Token des Anbieters der sozialen Anmeldung ist nötig.',
  },
  'Send the ID token of the social provider in id_token.': {
    pt: 'Envie o ID token do provedor de login social em id_token.',
    de: 'Senden Sie das ID-Token des Anbieters der sozialen Anmeldung in id_token.',
  },
  'The ID token of the social provider is not valid.': {
    pt: 'O ID token do provedor de login social não é válido.',
    de: 'Das ID-Token des Anbieters der sozialen Anmeldung ist nicht gültig.',
  },
  'The ID token is too long.': { pt: 'O ID token é longo demais.', de: 'Das ID-Token ist zu lang.' },
  'The ID token is no signed JSON Web Token.': {
    pt: 'O ID token não é um JSON Web Token assinado.',
    de: 'Das ID-Token ist kein signiertes JSON Web Token.',
  },
  'The ID token has expired.': { pt: 'O ID token expirou.', de: 'Das ID-Token ist abgelaufen.' },
  'The ID token is not signed with an allowed algorithm.': {
    pt: 'O ID token não foi assinado com um algoritmo permitido.',
    de: 'Das ID-Token ist nicht mit einem erlaubten Verfahren signiert.',
  },
  'The ID token is not signed by the social provider.': {
    pt: 'O ID token não foi assinado pelo provedor de login social.',
    de: 'Das ID-Token ist nicht vom Anbieter der sozialen Anmeldung signiert.',
  },
  'Codes of the authenticator app wait for a confirmation by mail.': {
    pt: 'Os códigos do aplicativo autenticador esperam uma confirmação por e-mail.',
    de: 'Codes der Authenticator-App warten auf eine Bestätigung per E-Mail.',
  },
  'The claim {1} of the ID token is missing or wrong.': {
    pt: 'A claim {1} do ID token falta ou está errada.',
    de: 'Der Claim {1} des ID-Tokens fehlt oder ist falsch.',
  },
  'The nonce of the ID token was used, has expired or is not one of GET /nonce.': {
    pt: 'O nonce do ID token já foi usado, expirou ou não veio de GET /nonce.',
    de: 'Die Nonce des ID-Tokens wurde schon benutzt, ist abgelaufen oder nicht von GET /nonce.',
  },
  'The social provider has not verified the e-mail address.': {
    pt: 'O provedor de login social não verificou o e-mail.',
    de: 'Der Anbieter der sozialen Anmeldung hat die E-Mail-Adresse nicht geprüft.',
  },
  'This social provider is not set up here.': {
    pt: 'Este provedor de login social não está configurado aqui.',
    de: 'Dieser Anbieter der sozialen Anmeldung ist hier nicht eingerichtet.',
  },
  'The social provider cannot be reached at the moment.': {
    pt: 'O provedor de login social não responde no momento.',
    de: 'Der Anbieter der sozialen Anmeldung ist gerade nicht erreichbar.',
  },
  '{1} cannot be asked for its keys at the moment. Try again in a minute.': {
    pt: 'No momento não é possível pedir as chaves a {1}. Tente de novo em um minuto.',
    de: '{1} kann im Moment nicht nach seinen Schlüsseln gefragt werden. Versuchen Sie es in einer Minute noch einmal.',
  },
  'A code of the authenticator app is needed.': {
    pt: 'É preciso um código do aplicativo autenticador.',
    de: 'Ein Code der Authenticator-App ist nötig.',
  },
  'The code of the authenticator app is wrong.': {
    pt: 'O código do aplicativo autenticador está errado.',
    de: 'Der Code der Authenticator-App ist falsch.',
  },
  'An authenticator app is in use already.': {
    pt: 'Já há um aplicativo autenticador em uso.',
    de: 'Eine Authenticator-App ist schon in Gebrauch.',
  },
  'Turn it off with DELETE /v1/me/totp first.': {
    pt: 'Desative primeiro o atual com DELETE /v1/me/totp.',
    de: 'Schalten Sie die bisherige zuerst mit DELETE /v1/me/totp ab.',
  },
  'No authenticator app was begun with.': {
    pt: 'Nenhum aplicativo autenticador foi iniciado.',
    de: 'Es wurde keine Authenticator-App begonnen.',
  },
  'Begin with POST /v1/me/totp.': {
    pt: 'Comece com POST /v1/me/totp.',
    de: 'Beginnen Sie mit POST /v1/me/totp.',
  },
  'No authenticator app is in use.': {
    pt: 'Nenhum aplicativo autenticador está em uso.',
    de: 'Es ist keine Authenticator-App in Gebrauch.',
  },
  'There is no account with this e-mail address.': {
    pt: 'Não existe conta com este e-mail.',
    de: 'Zu dieser E-Mail-Adresse gibt es kein Konto.',
  },
  'There is no such user.': { pt: 'Este usuário não existe.', de: 'Diesen Benutzer gibt es nicht.' },
  'There is no such session.': { pt: 'Esta sessão não existe.', de: 'Diese Sitzung gibt es nicht.' },
  'There is no such picture.': { pt: 'Esta imagem não existe.', de: 'Dieses Bild gibt es nicht.' },
  'Sign in, and send the session.': {
    pt: 'Entre na conta e envie a sessão.',
    de: 'Melden Sie sich an, und senden Sie die Sitzung mit.',
  },
  'The session has ended. Sign in again.': {
    pt: 'A sessão terminou. Entre de novo.',
    de: 'Die Sitzung ist beendet. Melden Sie sich noch einmal an.',
  },
  'The code is wrong or no longer valid.': {
    pt: 'O código está errado ou não vale mais.',
    de: 'Der Code ist falsch oder nicht mehr gültig.',
  },
  'The link is no longer valid.': { pt: 'O link não vale mais.', de: 'Der Link ist nicht mehr gültig.' },
  'A new password has to be set first.': {
    pt: 'É preciso definir primeiro uma nova senha.',
    de: 'Zuerst muss ein neues Passwort gesetzt werden.',
  },
  'You signed in with a one-time password. Set a new one with POST /v1/me/password first.': {
    pt: 'Você entrou com uma senha de uso único. Defina primeiro uma nova com POST /v1/me/password.',
    de: 'Sie haben sich mit einem Einmalpasswort angemeldet. Setzen Sie zuerst mit POST /v1/me/password ein neues.',
  },
  'This needs a session that was begun a short while ago.': {
    pt: 'Isto precisa de uma sessão iniciada há pouco tempo.',
    de: 'Dafür ist eine Sitzung nötig, die vor kurzem begonnen wurde.',
  },
  'Sign in again, and repeat this within {1} minutes with the new session.': {
    pt: 'Entre de novo e repita isto dentro de {1} minutos com a nova sessão.',
    de: 'Melden Sie sich noch einmal an, und wiederholen Sie dies binnen {1} Minuten mit der neuen Sitzung.',
  },
  'A copy of this user’s data is being sent already.': {
    pt: 'Uma cópia dos dados deste usuário já está sendo enviada.',
    de: 'Eine Kopie der Daten dieses Benutzers wird bereits gesendet.',
  },
  'This account has no e-mail address to sign in with.': {
    pt: 'Esta conta não tem um e-mail com que entrar.',
    de: 'Dieses Konto hat keine E-Mail-Adresse, mit der man sich anmelden kann.',
  },
  'A password serves only those who sign in with an e-mail address.': {
    pt: 'Uma senha só serve a quem entra com um e-mail.',
    de: 'Ein Passwort nützt nur denen, die sich mit einer E-Mail-Adresse anmelden.',
  },
  'There would be no way left to sign in to the account.': {
    pt: 'Não restaria nenhuma forma de entrar na conta.',
    de: 'Es bliebe kein Weg mehr, sich bei dem Konto anzumelden.',
  },
  'Set a password with POST /v1/me/password first.': {
    pt: 'Defina primeiro uma senha com POST /v1/me/password.',
    de: 'Setzen Sie zuerst mit POST /v1/me/password ein Passwort.',
  },
  'Add an e-mail address with POST /v1/me/email first, then set a password with POST /v1/me/password.': {
    pt: 'Adicione primeiro um e-mail com POST /v1/me/email e depois defina uma senha com POST /v1/me/password.',
    de: 'Fügen Sie zuerst mit POST /v1/me/email eine E-Mail-Adresse hinzu und setzen Sie dann mit POST /v1/me/password ein Passwort.',
  },
  'The current password is wrong.': {
    pt: 'A senha atual está errada.',
    de: 'Das bisherige Passwort ist falsch.',
  },
  'The session cookie does not count for requests of other sites.': {
    pt: 'O cookie da sessão não vale para pedidos de outros sites.',
    de: 'Das Sitzungs-Cookie gilt nicht für Anfragen anderer Websites.',
  },
  'must be an https address of a picture': {
    pt: 'deve ser o endereço https de uma imagem',
    de: 'muss die https-Adresse eines Bildes sein',
  },
  'must not contain the e-mail address': {
    pt: 'não pode conter o e-mail',
    de: 'darf die E-Mail-Adresse nicht enthalten',
  },
  'is one of the passwords that are guessed first': {
    pt: 'é uma das senhas mais fáceis de adivinhar',
    de: 'ist eines der Passwörter, die zuerst erraten werden',
  },
  'must be another than the one-time password': {
    pt: 'precisa ser diferente da senha de uso único',
    de: 'muss ein anderes als das Einmalpasswort sein',
  },
  'must be one of ID_TOKEN_AUDIENCES': {
    pt: 'deve ser um dos valores de ID_TOKEN_AUDIENCES',
    de: 'muss einer der Werte von ID_TOKEN_AUDIENCES sein',
  },
  'must be another than the current one': {
    pt: 'precisa ser diferente do valor atual',
    de: 'muss anders sein als bisher',
  },
  'differs from the first': { pt: 'é diferente da primeira', de: 'ist anders als das erste' },
};
