import type { Words } from '../../platform/http/language.ts';

export const safetyWords = {
  suspendedForGood: {
    en: 'This user is permanently suspended',
    pt: 'Este usuário está suspenso para sempre',
    de: 'Dieser Benutzer ist für immer gesperrt',
  },
  suspendedForGoodBecause: {
    en: 'This user is permanently suspended: {reason}',
    pt: 'Este usuário está suspenso para sempre: {reason}',
    de: 'Dieser Benutzer ist für immer gesperrt: {reason}',
  },
  suspendedUntil: {
    en: 'This user is suspended until {until}',
    pt: 'Este usuário está suspenso até {until}',
    de: 'Dieser Benutzer ist gesperrt bis {until}',
  },
  suspendedUntilBecause: {
    en: 'This user is suspended until {until}: {reason}',
    pt: 'Este usuário está suspenso até {until}: {reason}',
    de: 'Dieser Benutzer ist gesperrt bis {until}: {reason}',
  },
  appealDecided: {
    en: 'The appeal was already {state}.',
    pt: 'O recurso já foi {state}.',
    de: 'Der Einspruch wurde schon {state}.',
  },
  accepted: { en: 'accepted', pt: 'aceito', de: 'angenommen' },
  refused: { en: 'refused', pt: 'recusado', de: 'abgelehnt' },
  noSuchAppeal: {
    en: 'There is no such appeal.',
    pt: 'Este recurso não existe.',
    de: 'Diesen Einspruch gibt es nicht.',
  },
  userNoSuchPhoto: {
    en: 'This user has no such photo.',
    pt: 'Este usuário não tem esta foto.',
    de: 'Dieser Benutzer hat dieses Foto nicht.',
  },
  userNoSuchReportedMessage: {
    en: 'This user has no such reported message.',
    pt: 'Este usuário não tem esta mensagem denunciada.',
    de: 'Dieser Benutzer hat diese gemeldete Nachricht nicht.',
  },
  userNoSuchText: {
    en: 'This user has no such text.',
    pt: 'Este usuário não tem este texto.',
    de: 'Dieser Benutzer hat diesen Text nicht.',
  },
  reportNoPicture: {
    en: 'This report has no picture.',
    pt: 'Esta denúncia não tem imagem.',
    de: 'Diese Meldung hat kein Bild.',
  },
  dayOrForGood: {
    en: 'must be a day, a date-time, or null for a permanent suspension',
    pt: 'deve ser um dia, uma data com hora, ou null para uma suspensão permanente',
    de: 'muss ein Tag, ein Zeitpunkt oder, für eine dauerhafte Sperre, null sein',
  },
  endOfSuspension: {
    en: 'a day (YYYY-MM-DD) at whose beginning in America/Sao_Paulo the suspension ends, a date-time, or null for a permanent suspension',
    pt: 'um dia (YYYY-MM-DD), a partir de cujo início em America/Sao_Paulo o usuário está de volta, uma data com hora, ou null para sempre',
    de: 'ein Tag (YYYY-MM-DD), mit dessen Beginn in America/Sao_Paulo die Sperre endet, ein Zeitpunkt oder, für eine dauerhafte Sperre, null',
  },
  inFuture: { en: 'must be in the future', pt: 'deve estar no futuro', de: 'muss in der Zukunft liegen' },
  within100Years: {
    en: 'must be within 100 years',
    pt: 'deve estar dentro dos próximos 100 anos',
    de: 'muss innerhalb von 100 Jahren liegen',
  },
  reportedMessage: {
    en: 'must be a message of the chat with the reported user',
    pt: 'deve ser uma mensagem da conversa com o usuário denunciado',
    de: 'muss eine Nachricht des Chats mit dem gemeldeten Benutzer sein',
  },
  reportedPhoto: {
    en: 'must be a photo of the reported user',
    pt: 'deve ser uma foto do usuário denunciado',
    de: 'muss ein Foto des gemeldeten Benutzers sein',
  },
  reportOfUser: {
    en: 'must be a report of this user',
    pt: 'deve ser uma denúncia deste usuário',
    de: 'muss eine Meldung dieses Benutzers sein',
  },
  mostPhotos: {
    en: 'At most {most} photos; remove one first.',
    pt: 'No máximo {most} fotos; remova uma antes.',
    de: 'Höchstens {most} Fotos; zuerst muss eines entfernt werden.',
  },
  noSuchPhoto: {
    en: 'There is no such photo.',
    pt: 'Esta foto não existe.',
    de: 'Dieses Foto gibt es nicht.',
  },
  mustWait: {
    en: 'limit reached: at most {most} {what}',
    pt: 'limite atingido: no máximo {most} {what}',
    de: 'Grenze erreicht: höchstens {most} {what}',
  },
  photoAddressEnded: {
    en: 'The URL of a photo is valid for a week and ends with the session. Load it again.',
    pt: 'O endereço de uma foto vale por uma semana e termina com a sessão; carregue-o de novo.',
    de: 'Die Adresse eines Fotos gilt eine Woche und endet mit der Sitzung; laden Sie sie neu.',
  },
  sendImage: {
    en: 'Send the image itself, as image/jpeg, image/png or image/webp.',
    pt: 'Envie a própria imagem, como image/jpeg, image/png ou image/webp.',
    de: 'Bitte das Bild selbst senden, als image/jpeg, image/png oder image/webp.',
  },
  eachPhotoOnce: {
    en: 'must name each photo of this user once',
    pt: 'deve indicar cada foto deste usuário uma vez',
    de: 'muss jedes Foto dieses Benutzers einmal nennen',
  },
  fetchablePicture: {
    en: 'must be the URL of a JPEG, PNG or WebP that can be fetched',
    pt: 'deve ser a URL de um JPEG, PNG ou WebP que possa ser baixado',
    de: 'muss die Adresse eines JPEG, PNG oder WebP sein, das abgerufen werden kann',
  },
  ownAddress: {
    en: 'must not be a URL of this service',
    pt: 'não pode ser um endereço deste serviço',
    de: 'darf keine Adresse dieses Dienstes sein',
  },
  noCredentials: {
    en: 'must not contain a user name or password',
    pt: 'não pode conter nome de usuário nem senha',
    de: 'darf weder Benutzernamen noch Passwort enthalten',
  },
} as const satisfies Record<string, Words>;
