import type { Words } from '../../platform/http/language.ts';

export const socialWords = {
  grantType: {
    en: 'must be refresh_token, or left out to sign in',
    pt: 'deve ser refresh_token, ou ficar de fora para entrar',
    de: 'muss refresh_token sein, oder zum Anmelden fehlen',
  },
  sendIdToken: {
    en: 'Send provider and its id_token, with user_id as subject.',
    pt: 'Envie provider e o id_token dele, com user_id como sujeito (sub).',
    de: 'Senden Sie provider und ein id_token von ihm, dessen Subjekt user_id ist.',
  },
  idTokenBeforeDeletion: {
    en: 'The id_token is older than the deletion of this user.',
    pt: 'O id_token é mais antigo do que a exclusão deste usuário.',
    de: 'Das id_token ist älter als die Löschung dieses Benutzers.',
  },
  idTokenUsed: {
    en: 'The id_token was used before. Ask for a new one.',
    pt: 'O id_token já foi usado. Peça um novo.',
    de: 'Das id_token wurde schon benutzt. Fordern Sie ein neues an.',
  },
  idTokenNotValid: {
    en: 'The id_token is not valid for this user_id.',
    pt: 'O id_token não vale para este user_id.',
    de: 'Das id_token gilt nicht für diese user_id.',
  },
  anotherUserInPath: {
    en: 'The user in the path differs from the user of the token.',
    pt: 'O usuário do caminho é diferente do usuário do token.',
    de: 'Der Pfad nennt einen anderen Benutzer als das Token.',
  },
  signInForCopy: {
    en: 'Sign in again, and request the export within {minutes} minutes.',
    pt: 'Entre de novo e peça a cópia dentro de {minutes} minutos.',
    de: 'Melden Sie sich noch einmal an, und fordern Sie die Kopie binnen {minutes} Minuten an.',
  },
  noSuchUser: {
    en: 'There is no such user.',
    pt: 'Este usuário não existe.',
    de: 'Diesen Benutzer gibt es nicht.',
  },
  userNotVisible: {
    en: 'This user is not visible.',
    pt: 'Este usuário não está visível.',
    de: 'Dieser Benutzer ist nicht zu sehen.',
  },
  noSuchMessage: {
    en: 'There is no such message in this chat.',
    pt: 'Esta mensagem não existe nesta conversa.',
    de: 'Diese Nachricht gibt es in diesem Chat nicht.',
  },
  noPictureElsewhere: {
    en: 'There is no picture on another server.',
    pt: 'Não há imagem em outro servidor.',
    de: 'Es gibt kein Bild auf einem anderen Server.',
  },
  noSuchCalendar: {
    en: 'There is no such calendar.',
    pt: 'Este calendário não existe.',
    de: 'Diesen Kalender gibt es nicht.',
  },
  noSuchCampaign: {
    en: 'There is no such campaign.',
    pt: 'Esta campanha não existe.',
    de: 'Diese Kampagne gibt es nicht.',
  },
  campaignNotRunning: {
    en: 'No such campaign is running.',
    pt: 'Esta campanha não está no ar.',
    de: 'Diese Kampagne läuft nicht.',
  },
  noSuchOpenReport: {
    en: 'There is no such open report.',
    pt: 'Esta denúncia aberta não existe.',
    de: 'Diese offene Meldung gibt es nicht.',
  },
  notPublished: {
    en: 'No {kind} has been published yet.',
    pt: 'Ainda não há versão publicada: {kind}.',
    de: 'Noch nicht veröffentlicht: {kind}.',
  },
  wrongCredentials: {
    en: 'The e-mail address or the password is wrong.',
    pt: 'O endereço de e-mail ou a senha está errado.',
    de: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  },
  tooManyPasswords: {
    en: 'Too many wrong passwords. Try again later.',
    pt: 'Muitas senhas erradas. Tente de novo mais tarde.',
    de: 'Zu viele falsche Passwörter. Bitte später noch einmal versuchen.',
  },
  noSuchEvent: {
    en: 'There is no such event.',
    pt: 'Este evento não existe.',
    de: 'Dieses Event gibt es nicht.',
  },
  waitingListFull: {
    en: 'The event has no place left, and its waiting list is full.',
    pt: 'O evento não tem mais vagas, e a lista de espera está cheia.',
    de: 'Das Event hat keinen Platz mehr, und die Warteliste ist voll.',
  },
  tooManyCodes: {
    en: 'Too many wrong codes. Try again later.',
    pt: 'Muitos códigos errados. Tente de novo mais tarde.',
    de: 'Zu viele falsche Codes. Bitte später noch einmal versuchen.',
  },
  setUpSecondFactor: {
    en: 'Set up a second factor in the console first.',
    pt: 'Configure antes um segundo fator no console.',
    de: 'Richten Sie vorher in der Konsole einen zweiten Faktor ein.',
  },
  sendFactorCode: {
    en: 'Send a code of the second factor as factor_code.',
    pt: 'Envie um código do segundo fator como factor_code.',
    de: 'Senden Sie einen Code des zweiten Faktors als factor_code.',
  },
  codesWaitForMail: {
    en: 'Codes of the app are blocked until you allow them again with the link in the mail. A recovery code works meanwhile.',
    pt: 'Os códigos do aplicativo ficam bloqueados até você liberá-los pelo link do e-mail. Enquanto isso, um código de recuperação funciona.',
    de: 'Die Codes der App sind gesperrt, bis sie über den Link in der E-Mail wieder zugelassen werden. Bis dahin funktioniert ein Wiederherstellungscode.',
  },
  temporaryPasswordExpired: {
    en: 'This temporary password has expired. Ask for a new one.',
    pt: 'Esta senha temporária expirou. Peça uma nova.',
    de: 'Dieses vorläufige Passwort ist abgelaufen. Fordern Sie ein neues an.',
  },
  passwordTemporary: {
    en: 'The password is temporary. Send a new one as new_password, or set one in the console.',
    pt: 'A senha é temporária. Envie outra como new_password ou crie uma no console.',
    de: 'Das Passwort ist vorläufig. Senden Sie ein anderes als new_password, oder legen Sie in der Konsole eines fest.',
  },
  tooLong: { en: 'is too long', pt: 'é longo demais', de: 'ist zu lang' },
  commonPassword: {
    en: 'is one of the most common passwords',
    pt: 'é uma das senhas mais comuns',
    de: 'ist eines der häufigsten Passwörter',
  },
  almostEmail: {
    en: 'must not be almost the same as the e-mail address',
    pt: 'não pode ser quase igual ao endereço de e-mail',
    de: 'darf nicht fast nur aus der E-Mail-Adresse bestehen',
  },
  notTemporaryPassword: {
    en: 'must not be the temporary password',
    pt: 'não pode ser a senha temporária',
    de: 'darf nicht das vorläufige Passwort sein',
  },
  onlyWithTemporaryPassword: {
    en: 'is allowed only with a temporary password',
    pt: 'só pode ser enviado com uma senha temporária',
    de: 'darf nur mit einem vorläufigen Passwort gesendet werden',
  },
  wrongFactorCode: {
    en: 'The code of the second factor is wrong.',
    pt: 'O código do segundo fator está errado.',
    de: 'Der Code des zweiten Faktors ist falsch.',
  },
  httpHttpsLink: {
    en: 'an http or https link',
    pt: 'um link http ou https',
    de: 'ein Link mit http oder https',
  },
  ofWeb: { en: 'of web', pt: 'de web', de: 'von web' },
  twoLetters: { en: 'two letters', pt: 'duas letras', de: 'zwei Buchstaben lang' },
  threeCapitalLetters: {
    en: 'three capital letters',
    pt: 'três letras maiúsculas',
    de: 'drei Großbuchstaben lang',
  },
  day: { en: 'a day, YYYY-MM-DD', pt: 'um dia, AAAA-MM-DD', de: 'ein Tag in der Form JJJJ-MM-TT' },
  mustBeDay: {
    en: 'must be a day, YYYY-MM-DD',
    pt: 'deve ser um dia, AAAA-MM-DD',
    de: 'muss ein Tag sein, JJJJ-MM-TT',
  },
  leastYearsAgo: {
    en: 'must be at least {least} years ago',
    pt: 'deve ser há pelo menos {least} anos',
    de: 'muss mindestens {least} Jahre her sein',
  },
  mostYearsAgo: {
    en: 'must be at most {most} years ago',
    pt: 'deve ser há no máximo {most} anos',
    de: 'darf höchstens {most} Jahre her sein',
  },
  linkOrBase64: {
    en: 'must be an https link or an image in base64',
    pt: 'deve ser um link https ou uma imagem em base64',
    de: 'muss ein https-Link oder ein Bild in base64 sein',
  },
  photoOfUser: {
    en: 'must be a photo of this user',
    pt: 'deve ser uma foto deste usuário',
    de: 'muss ein Foto dieses Benutzers sein',
  },
  cursorOfAnswer: {
    en: 'must come from an answer of this service',
    pt: 'deve vir de uma resposta deste serviço',
    de: 'muss aus einer Antwort dieses Dienstes stammen',
  },
  cursorOfList: {
    en: 'must come from a list',
    pt: 'deve ser um que uma lista deu',
    de: 'muss aus einer Liste stammen',
  },
  leastConfirmed: {
    en: 'must be at least {least}, the number of confirmed participants',
    pt: 'deve ser no mínimo {least}, o número de pessoas que já confirmaram presença',
    de: 'muss mindestens {least} sein, die zugesagt haben',
  },
  afterStartDate: {
    en: 'must be after startDate, by at most 31 days',
    pt: 'deve ser depois de startDate, no máximo 31 dias',
    de: 'muss nach startDate liegen, um höchstens 31 Tage',
  },
  oneMunicipality: {
    en: 'must name one municipality of Brazil; if several have the name, add the state',
    pt: 'deve indicar um município do Brasil; se vários tiverem o nome, acrescente o estado',
    de: 'muss eine Gemeinde Brasiliens nennen; wo mehrere so heißen, mit dem Bundesstaat',
  },
  timeZone: {
    en: 'must be a time zone such as America/Sao_Paulo',
    pt: 'deve ser um fuso horário como America/Sao_Paulo',
    de: 'muss eine Zeitzone wie America/Sao_Paulo sein',
  },
  twoDecimals: {
    en: 'must be an amount with at most two decimals',
    pt: 'deve ser um valor com no máximo duas casas decimais',
    de: 'muss ein Betrag mit höchstens zwei Nachkommastellen sein',
  },
  dayWithTime: {
    en: 'must be a day with a time',
    pt: 'deve ser um dia com hora',
    de: 'muss ein Tag mit Uhrzeit sein',
  },
  afterSpotlightFrom: {
    en: 'must be after spotlight.from',
    pt: 'deve ser depois de spotlight.from',
    de: 'muss nach spotlight.from liegen',
  },
  dayOrMoment: {
    en: 'must be a day (2026-11-20) or a moment (RFC 3339)',
    pt: 'deve ser um dia (2026-11-20) ou um momento (RFC 3339)',
    de: 'muss ein Tag (2026-11-20) oder ein Zeitpunkt (RFC 3339) sein',
  },
  eventIds: {
    en: 'must be event ids, separated by commas; not {named}',
    pt: 'deve ser uma lista de ids de eventos, separados por vírgulas; não {named}',
    de: 'muss aus Ids von Events bestehen, durch Kommas getrennt; nicht {named}',
  },
  mostIds: {
    en: 'must have at most {most} ids',
    pt: 'deve ter no máximo {most} ids',
    de: 'darf höchstens {most} Ids haben',
  },
  pointOnP256: {
    en: 'must be a point on P-256 in base64url',
    pt: 'deve ser um ponto em P-256 em base64url',
    de: 'muss ein Punkt auf P-256 in base64url sein',
  },
  sixteenBytes: {
    en: 'must be 16 bytes in base64url',
    pt: 'deve ter 16 bytes em base64url',
    de: 'muss aus 16 Bytes in base64url bestehen',
  },
  url: { en: 'must be a URL', pt: 'deve ser uma URL', de: 'muss eine URL sein' },
  noCredentialsInEndpoint: {
    en: 'must not contain credentials',
    pt: 'não pode conter credenciais',
    de: 'darf weder Namen noch Passwort enthalten',
  },
  beginHttps: {
    en: 'must begin with https://',
    pt: 'deve começar com https://',
    de: 'muss mit https:// beginnen',
  },
  publicAddress: {
    en: 'must be a public address',
    pt: 'deve ser um endereço público',
    de: 'muss eine öffentliche Adresse sein',
  },
  mostAgeRangeEnd: {
    en: 'must be at most ageRangeEnd, which is {most}',
    pt: 'deve ser no máximo ageRangeEnd, que é {most}',
    de: 'darf höchstens ageRangeEnd sein, das ist {most}',
  },
  afterStartsAt: {
    en: 'must be after starts_at',
    pt: 'deve ser depois de starts_at',
    de: 'muss nach starts_at liegen',
  },
  oneCity: {
    en: 'must name one city; if several have the name, add the state',
    pt: 'deve indicar uma cidade; se várias tiverem o nome, acrescente o estado',
    de: 'muss eine Stadt nennen; mit dem Bundesstaat, wenn es mehrere sind',
  },
  mostUses: {
    en: 'At most {most} {what}. Try again in {seconds} s.',
    pt: 'No máximo {most} {what}. Tente de novo em {seconds} s.',
    de: 'Höchstens {most} {what}. Bitte in {seconds} s noch einmal versuchen.',
  },
  photosDay: {
    en: 'photos a day are fetched from links',
    pt: 'fotos por dia são baixadas de links',
    de: 'Fotos am Tag werden über Links abgerufen',
  },
  likesDay: { en: 'likes a day', pt: 'curtidas por dia', de: 'Likes am Tag' },
  messagesMinute: { en: 'messages a minute', pt: 'mensagens por minuto', de: 'Nachrichten in der Minute' },
  reportsDay: { en: 'reports a day', pt: 'denúncias por dia', de: 'Meldungen am Tag' },
  fcmToken: {
    en: 'must be a registration token of FCM',
    pt: 'deve ser um token de registro do FCM',
    de: 'muss ein Registrierungstoken von FCM sein',
  },
  apnsToken: {
    en: 'must be a device token of APNs in hexadecimal',
    pt: 'deve ser um token de aparelho do APNs em hexadecimal',
    de: 'muss ein Gerätetoken von APNs in Hexadezimal sein',
  },
} as const satisfies Record<string, Words>;
