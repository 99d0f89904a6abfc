import type { DetailWords } from '../../platform/http/details/translate-detail.ts';

/** What is said of reports, decisions of the staff, appeals and photos. */
export const safetyDetails: DetailWords = {
  'The user is suspended.': { pt: 'O usuário está suspenso.', de: 'Der Benutzer ist gesperrt.' },
  'This user is suspended {1}{2}': {
    pt: 'Este usuário está suspenso {1}{2}',
    de: 'Dieser Benutzer ist gesperrt {1}{2}',
  },
  'This user is suspended for good': {
    pt: 'Este usuário está suspenso para sempre',
    de: 'Dieser Benutzer ist für immer gesperrt',
  },
  'This user is suspended for good: {1}': {
    pt: 'Este usuário está suspenso para sempre: {1}',
    de: 'Dieser Benutzer ist für immer gesperrt: {1}',
  },
  'This user is suspended until {1}': {
    pt: 'Este usuário está suspenso até {1}',
    de: 'Dieser Benutzer ist gesperrt bis {1}',
  },
  'This user is suspended until {1}: {2}': {
    pt: 'Este usuário está suspenso até {1}: {2}',
    de: 'Dieser Benutzer ist gesperrt bis {1}: {2}',
  },
  'Nothing is in force that could be appealed against.': {
    pt: 'Não há nada em vigor de que se possa recorrer.',
    de: 'Nichts ist in Kraft, wogegen man Einspruch erheben könnte.',
  },
  'There was an appeal against this decision already.': {
    pt: 'Já houve um recurso contra esta decisão.',
    de: 'Gegen diese Entscheidung gab es schon einen Einspruch.',
  },
  'The appeal was decided otherwise.': {
    pt: 'O recurso foi decidido de outra forma.',
    de: 'Über den Einspruch wurde anders entschieden.',
  },
  'The appeal was {1} already.': { pt: 'O recurso já foi {1}.', de: 'Der Einspruch wurde schon {1}.' },
  accepted: { pt: 'aceito', de: 'angenommen' },
  refused: { pt: 'recusado', de: 'abgelehnt' },
  'Another member of staff has settled this meanwhile.': {
    pt: 'Outra pessoa da equipe já resolveu isto.',
    de: 'Jemand anders vom Personal hat das inzwischen erledigt.',
  },
  'There is no such appeal.': { pt: 'Este recurso não existe.', de: 'Diesen Einspruch gibt es nicht.' },
  'This user has no such photo.': {
    pt: 'Este usuário não tem esta foto.',
    de: 'Dieser Benutzer hat dieses Foto nicht.',
  },
  'This user has no such reported message.': {
    pt: 'Este usuário não tem esta mensagem denunciada.',
    de: 'Dieser Benutzer hat diese gemeldete Nachricht nicht.',
  },
  'This user has no such text.': {
    pt: 'Este usuário não tem este texto.',
    de: 'Dieser Benutzer hat diesen Text nicht.',
  },
  'This report has no picture.': { pt: 'Esta denúncia não tem imagem.', de: 'Diese Meldung hat kein Bild.' },
  'must be a day, a date-time, or null for good': {
    pt: 'deve ser um dia, uma data com hora, ou null para sempre',
    de: 'muss ein Tag, ein Zeitpunkt oder für immer null sein',
  },
  'a day (YYYY-MM-DD), from whose beginning in America/Sao_Paulo the user is back, a date-time, or null for good':
    {
      pt: 'um dia (YYYY-MM-DD), a partir de cujo início em America/Sao_Paulo o usuário está de volta, uma data com hora, ou null para sempre',
      de: 'ein Tag (YYYY-MM-DD), ab dessen Beginn in America/Sao_Paulo der Benutzer zurück ist, ein Zeitpunkt oder für immer null',
    },
  'must be in the future': { pt: 'deve estar no futuro', de: 'muss in der Zukunft liegen' },
  'must be within 100 years': {
    pt: 'deve estar dentro de 100 anos',
    de: 'muss innerhalb von 100 Jahren liegen',
  },
  'must be a message of the chat with the reported user': {
    pt: 'deve ser uma mensagem da conversa com o usuário denunciado',
    de: 'muss eine Nachricht des Chats mit dem gemeldeten Benutzer sein',
  },
  'must be a photo of the reported user': {
    pt: 'deve ser uma foto do usuário denunciado',
    de: 'muss ein Foto des gemeldeten Benutzers sein',
  },
  'must be a report of this user': {
    pt: 'deve ser uma denúncia deste usuário',
    de: 'muss eine Meldung dieses Benutzers sein',
  },
  'must have something that can be seen': {
    pt: 'deve ter algo que se possa ver',
    de: 'muss etwas haben, das man sehen kann',
  },
  'There are five photos already.': { pt: 'Já há cinco fotos.', de: 'Es gibt schon fünf Fotos.' },
  'At most {1} photos; remove one first.': {
    pt: 'No máximo {1} fotos; remova uma antes.',
    de: 'Höchstens {1} Fotos; zuerst muss eines weg.',
  },
  'There is no such photo.': { pt: 'Esta foto não existe.', de: 'Dieses Foto gibt es nicht.' },
  'must wait: at most {1} {2}': {
    pt: 'precisa esperar: no máximo {1} {2}',
    de: 'muss warten: höchstens {1} {2}',
  },
  'The address of a photo is good for a week and ends with the session; load it anew.': {
    pt: 'O endereço de uma foto vale por uma semana e termina com a sessão; carregue-o de novo.',
    de: 'Die Adresse eines Fotos gilt eine Woche und endet mit der Sitzung; laden Sie sie neu.',
  },
  'Send the image itself, as image/jpeg, image/png or image/webp.': {
    pt: 'Envie a própria imagem, como image/jpeg, image/png ou image/webp.',
    de: 'Bitte das Bild selbst senden, als image/jpeg, image/png oder image/webp.',
  },
  'must name each photo of this user once': {
    pt: 'deve indicar cada foto deste usuário uma vez',
    de: 'muss jedes Foto dieses Benutzers einmal nennen',
  },
  'must lead to a JPEG, PNG or WebP that can be fetched': {
    pt: 'deve levar a um JPEG, PNG ou WebP que possa ser baixado',
    de: 'muss zu einem JPEG, PNG oder WebP führen, das abgerufen werden kann',
  },
  'must not be an address of this service': {
    pt: 'não pode ser um endereço deste serviço',
    de: 'darf keine Adresse dieses Dienstes sein',
  },
  'must not hold a user name or a password': {
    pt: 'não pode conter nome de usuário nem senha',
    de: 'darf weder Benutzernamen noch Passwort enthalten',
  },
};
