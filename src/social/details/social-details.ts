import type { DetailWords } from '../../platform/http/details/translate-detail.ts';
import { safetyDetails } from './safety-details.ts';

/** What social refuses, in the other languages. The keys are what the code says; a test finds those that are missing. */
export const socialDetails: DetailWords = {
  ...safetyDetails,
  'The refresh token is not valid any more.': {
    pt: 'O refresh token não vale mais.',
    de: 'Das Refresh-Token gilt nicht mehr.',
  },
  'must be refresh_token, or left out to sign in': {
    pt: 'deve ser refresh_token, ou ficar de fora para entrar',
    de: 'muss refresh_token sein, oder zum Anmelden fehlen',
  },
  'The stated identity was not proven.': {
    pt: 'A identidade informada não foi comprovada.',
    de: 'Die angegebene Identität wurde nicht nachgewiesen.',
  },
  'The identity provider cannot be reached at the moment.': {
    pt: 'O provedor de identidade está inacessível no momento.',
    de: 'Der Identitätsanbieter ist im Moment nicht erreichbar.',
  },
  'Send provider and an id_token of it whose subject is user_id.': {
    pt: 'Envie provider e um id_token dele cujo sujeito seja user_id.',
    de: 'Senden Sie provider und ein id_token von ihm, dessen Subjekt user_id ist.',
  },
  'The id_token is older than the deletion of this user.': {
    pt: 'O id_token é mais antigo do que a exclusão deste usuário.',
    de: 'Das id_token ist älter als die Löschung dieses Benutzers.',
  },
  'The id_token was used before. Ask for a new one.': {
    pt: 'O id_token já foi usado. Peça um novo.',
    de: 'Das id_token wurde schon benutzt. Fordern Sie ein neues an.',
  },
  'The id_token is not valid for this user_id.': {
    pt: 'O id_token não vale para este user_id.',
    de: 'Das id_token gilt nicht für diese user_id.',
  },
  'The path names another user than the token.': {
    pt: 'O caminho indica outro usuário que não o do token.',
    de: 'Der Pfad nennt einen anderen Benutzer als das Token.',
  },
  'A copy of this user’s data is being sent already.': {
    pt: 'Uma cópia dos dados deste usuário já está sendo enviada.',
    de: 'Eine Kopie der Daten dieses Benutzers wird bereits gesendet.',
  },
  'This needs a sign-in of a short while ago.': {
    pt: 'Isto precisa de um login feito há pouco tempo.',
    de: 'Dafür ist eine Anmeldung nötig, die nur kurz zurückliegt.',
  },
  'Sign in again, and ask for the copy within {1} minutes.': {
    pt: 'Entre de novo e peça a cópia dentro de {1} minutos.',
    de: 'Melden Sie sich noch einmal an, und fordern Sie die Kopie binnen {1} Minuten an.',
  },
  'This cannot be done to oneself.': {
    pt: 'Não se pode fazer isto consigo mesmo.',
    de: 'Das kann man nicht mit sich selbst tun.',
  },
  'This changes something and is not done for a prefetch.': {
    pt: 'Isto altera algo e não é feito para uma pré-busca.',
    de: 'Das ändert etwas und geschieht nicht für ein Vorabladen.',
  },
  'The two users are not combined.': {
    pt: 'Os dois usuários não têm uma combinação.',
    de: 'Die beiden Benutzer haben keine Kombination.',
  },
  'There is no such user.': { pt: 'Este usuário não existe.', de: 'Diesen Benutzer gibt es nicht.' },
  'This user is not to be seen.': {
    pt: 'Este usuário não está visível.',
    de: 'Dieser Benutzer ist nicht zu sehen.',
  },
  'There is no such message in this chat.': {
    pt: 'Esta mensagem não existe nesta conversa.',
    de: 'Diese Nachricht gibt es in diesem Chat nicht.',
  },
  'There is no picture elsewhere.': {
    pt: 'Não há imagem em outro lugar.',
    de: 'Es gibt kein Bild an anderer Stelle.',
  },
  'There is no such calendar.': { pt: 'Este calendário não existe.', de: 'Diesen Kalender gibt es nicht.' },
  'There is no such campaign.': { pt: 'Esta campanha não existe.', de: 'Diese Kampagne gibt es nicht.' },
  'No such campaign is running.': { pt: 'Esta campanha não está no ar.', de: 'Diese Kampagne läuft nicht.' },
  'There is no such open report.': {
    pt: 'Esta denúncia aberta não existe.',
    de: 'Diese offene Meldung gibt es nicht.',
  },
  'No {1} has been published yet.': {
    pt: 'Ainda não foi publicado: {1}.',
    de: 'Noch nicht veröffentlicht: {1}.',
  },
  'The e-mail address or the password is wrong.': {
    pt: 'O endereço de e-mail ou a senha está errado.',
    de: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  },
  'Too many wrong passwords. Try again later.': {
    pt: 'Senhas erradas demais. Tente de novo mais tarde.',
    de: 'Zu viele falsche Passwörter. Bitte später noch einmal versuchen.',
  },
  'There is no such event.': { pt: 'Este evento não existe.', de: 'Dieses Event gibt es nicht.' },
  'The event has no place left.': {
    pt: 'O evento não tem mais vagas.',
    de: 'Das Event hat keinen Platz mehr.',
  },
  'The event has no place left, and its waiting list is full.': {
    pt: 'O evento não tem mais vagas, e a lista de espera está cheia.',
    de: 'Das Event hat keinen Platz mehr, und die Warteliste ist voll.',
  },
  'The event was cancelled.': { pt: 'O evento foi cancelado.', de: 'Das Event wurde abgesagt.' },
  'Somebody else has changed the event meanwhile.': {
    pt: 'Outra pessoa alterou o evento nesse meio-tempo.',
    de: 'Jemand anders hat das Event inzwischen geändert.',
  },
  'Somebody else has published another version meanwhile.': {
    pt: 'Outra pessoa publicou outra versão nesse meio-tempo.',
    de: 'Jemand anders hat inzwischen eine andere Fassung veröffentlicht.',
  },
  'Too many wrong codes. Try again later.': {
    pt: 'Códigos errados demais. Tente de novo mais tarde.',
    de: 'Zu viele falsche Codes. Bitte später noch einmal versuchen.',
  },
  'Set up a second factor in the console first.': {
    pt: 'Configure antes um segundo fator no console.',
    de: 'Richten Sie vorher in der Konsole einen zweiten Faktor ein.',
  },
  'Send a code of the second factor as factor_code.': {
    pt: 'Envie um código do segundo fator como factor_code.',
    de: 'Senden Sie einen Code des zweiten Faktors als factor_code.',
  },
  'Codes of the app wait until you confirm them by the link in the mail. A recovery code works meanwhile.': {
    pt: 'Os códigos do aplicativo só valem depois da confirmação pelo link do e-mail. Um código de recuperação funciona enquanto isso.',
    de: 'Codes der App gelten erst wieder nach der Bestätigung über den Link in der E-Mail. Ein Wiederherstellungscode funktioniert so lange.',
  },
  'This temporary password has expired. Ask for a new one.': {
    pt: 'Esta senha temporária expirou. Peça uma nova.',
    de: 'Dieses vorläufige Passwort ist abgelaufen. Fordern Sie ein neues an.',
  },
  'The password is temporary. Send another one as new_password, or set one in the console.': {
    pt: 'A senha é temporária. Envie outra como new_password ou crie uma no console.',
    de: 'Das Passwort ist vorläufig. Senden Sie ein anderes als new_password, oder legen Sie in der Konsole eines fest.',
  },
  'A new password has to be set first.': {
    pt: 'Antes é preciso criar uma nova senha.',
    de: 'Vorher muss ein neues Passwort festgelegt werden.',
  },
  'is too long': { pt: 'é longo demais', de: 'ist zu lang' },
  'is one of the passwords that are guessed first': {
    pt: 'é uma das senhas que se tentam primeiro',
    de: 'ist eines der Passwörter, die zuerst probiert werden',
  },
  'must not be little more than the e-mail address': {
    pt: 'não pode ser pouco mais que o endereço de e-mail',
    de: 'darf nicht fast nur aus der E-Mail-Adresse bestehen',
  },
  'must not be the temporary password': {
    pt: 'não pode ser a senha temporária',
    de: 'darf nicht das vorläufige Passwort sein',
  },
  'must only be sent with a temporary password': {
    pt: 'só pode ser enviado com uma senha temporária',
    de: 'darf nur mit einem vorläufigen Passwort gesendet werden',
  },
  'The code of the second factor is wrong.': {
    pt: 'O código do segundo fator está errado.',
    de: 'Der Code des zweiten Faktors ist falsch.',
  },
  'A code of the second factor is needed.': {
    pt: 'É preciso um código do segundo fator.',
    de: 'Ein Code des zweiten Faktors wird gebraucht.',
  },
  'The event is over.': { pt: 'O evento já terminou.', de: 'Das Event ist vorbei.' },
  'an http or https link': { pt: 'um link http ou https', de: 'ein Link mit http oder https' },
  'of web': { pt: 'de web', de: 'von web' },
  'two letters': { pt: 'duas letras', de: 'zwei Buchstaben lang' },
  'three capital letters': { pt: 'três letras maiúsculas', de: 'drei Großbuchstaben lang' },
  'a day, YYYY-MM-DD': { pt: 'um dia, AAAA-MM-DD', de: 'ein Tag in der Form JJJJ-MM-TT' },
  'must be a day, YYYY-MM-DD': { pt: 'deve ser um dia, AAAA-MM-DD', de: 'muss ein Tag sein, JJJJ-MM-TT' },
  'must be at least {1} years ago': {
    pt: 'deve ser há pelo menos {1} anos',
    de: 'muss mindestens {1} Jahre her sein',
  },
  'must be at most {1} years ago': {
    pt: 'deve ser há no máximo {1} anos',
    de: 'darf höchstens {1} Jahre her sein',
  },
  'must be an https link or an image in base64': {
    pt: 'deve ser um link https ou uma imagem em base64',
    de: 'muss ein https-Link oder ein Bild in base64 sein',
  },
  'must be a photo of this user': {
    pt: 'deve ser uma foto deste usuário',
    de: 'muss ein Foto dieses Benutzers sein',
  },
  'must be one that an answer of this service gave': {
    pt: 'deve ser um que uma resposta deste serviço deu',
    de: 'muss einer sein, den eine Antwort dieses Dienstes gab',
  },
  'must be one that a list gave': {
    pt: 'deve ser um que uma lista deu',
    de: 'muss einer sein, den eine Liste gab',
  },
  'must be at least {1}, who have confirmed': {
    pt: 'deve ser no mínimo {1}, que já confirmaram presença',
    de: 'muss mindestens {1} sein, die zugesagt haben',
  },
  'must be after startDate, by 31 days at most': {
    pt: 'deve ser depois de startDate, no máximo 31 dias',
    de: 'muss nach startDate liegen, um höchstens 31 Tage',
  },
  'must name one municipality of Brazil; where several share the name, add the state': {
    pt: 'deve indicar um município do Brasil; onde vários têm o mesmo nome, acrescente o estado',
    de: 'muss eine Gemeinde Brasiliens nennen; wo mehrere so heißen, mit dem Bundesstaat',
  },
  'must be a time zone such as America/Sao_Paulo': {
    pt: 'deve ser um fuso horário como America/Sao_Paulo',
    de: 'muss eine Zeitzone wie America/Sao_Paulo sein',
  },
  'must be an amount with at most two decimals': {
    pt: 'deve ser um valor com no máximo duas casas decimais',
    de: 'muss ein Betrag mit höchstens zwei Nachkommastellen sein',
  },
  'must be a day with a time': { pt: 'deve ser um dia com hora', de: 'muss ein Tag mit Uhrzeit sein' },
  'must be after spotlight.from': {
    pt: 'deve ser depois de spotlight.from',
    de: 'muss nach spotlight.from liegen',
  },
  'must be a day (2026-11-20) or a moment (RFC 3339)': {
    pt: 'deve ser um dia (2026-11-20) ou um momento (RFC 3339)',
    de: 'muss ein Tag (2026-11-20) oder ein Zeitpunkt (RFC 3339) sein',
  },
  'must be event ids, separated by commas; not {1}': {
    pt: 'deve ser uma lista de ids de eventos, separados por vírgulas; não {1}',
    de: 'muss aus Ids von Events bestehen, durch Kommas getrennt; nicht {1}',
  },
  'must have at most {1} ids': { pt: 'deve ter no máximo {1} ids', de: 'darf höchstens {1} Ids haben' },
  'must be a point on P-256 in base64url': {
    pt: 'deve ser um ponto em P-256 em base64url',
    de: 'muss ein Punkt auf P-256 in base64url sein',
  },
  'must be 16 bytes in base64url': {
    pt: 'deve ter 16 bytes em base64url',
    de: 'muss aus 16 Bytes in base64url bestehen',
  },
  'must be a URL': { pt: 'deve ser uma URL', de: 'muss eine URL sein' },
  'must not contain credentials': {
    pt: 'não pode conter credenciais',
    de: 'darf weder Namen noch Passwort enthalten',
  },
  'must begin with https://': { pt: 'deve começar com https://', de: 'muss mit https:// beginnen' },
  'must be a public address': {
    pt: 'deve ser um endereço público',
    de: 'muss eine öffentliche Adresse sein',
  },
  'must be at most ageRangeEnd, which is {1}': {
    pt: 'deve ser no máximo ageRangeEnd, que é {1}',
    de: 'darf höchstens ageRangeEnd sein, das ist {1}',
  },
  'must be after starts_at': { pt: 'deve ser depois de starts_at', de: 'muss nach starts_at liegen' },
  'must name one city; add its state if several do': {
    pt: 'deve indicar uma cidade; acrescente o estado se houver várias',
    de: 'muss eine Stadt nennen; mit dem Bundesstaat, wenn es mehrere sind',
  },
  'This is for premium users.': { pt: 'Isto é para usuários premium.', de: 'Das ist für Premium-Benutzer.' },
  'There is no dislike to take back.': {
    pt: 'Não há nenhum dislike para desfazer.',
    de: 'Es gibt kein Dislike zurückzunehmen.',
  },
  'The last dislike undid a combination and stays.': {
    pt: 'O último dislike desfez uma combinação e permanece.',
    de: 'Das letzte Dislike hat eine Kombination gelöst und bleibt.',
  },
  'This was done as often as one user may.': {
    pt: 'Isto já foi feito tantas vezes quanto um usuário pode.',
    de: 'Das wurde so oft getan, wie ein Benutzer darf.',
  },
  'At most {1} {2}. Try again in {3} s.': {
    pt: 'No máximo {1} {2}. Tente de novo em {3} s.',
    de: 'Höchstens {1} {2}. Bitte in {3} s noch einmal versuchen.',
  },
  'likes a day': { pt: 'curtidas por dia', de: 'Likes am Tag' },
  'messages a minute': { pt: 'mensagens por minuto', de: 'Nachrichten in der Minute' },
  'reports a day': { pt: 'denúncias por dia', de: 'Meldungen am Tag' },
  'must be a registration token of FCM': {
    pt: 'deve ser um token de registro do FCM',
    de: 'muss ein Registrierungstoken von FCM sein',
  },
  'must be a device token of APNs in hexadecimal': {
    pt: 'deve ser um token de dispositivo do APNs em hexadecimal',
    de: 'muss ein Gerätetoken von APNs in Hexadezimal sein',
  },
};
