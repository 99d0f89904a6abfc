import type { Words } from '../../../platform/http/language.ts';
import type { EventStatus } from '../../events/event.rules.ts';

export const eventTexts = {
  events: { en: 'Events', pt: 'Eventos', de: 'Events' },
  eventsHint: {
    en: 'Events in the town and their attendees.',
    pt: 'O que acontece na cidade e quem vai.',
    de: 'Was in der Stadt geschieht, und wer hingeht.',
  },
  searchEvents: {
    en: 'Name, city, place or number',
    pt: 'Nome, cidade, local ou número',
    de: 'Name, Stadt, Ort oder Nummer',
  },
  which: { en: 'Which', pt: 'Quais', de: 'Welche' },
  coming: { en: 'Coming', pt: 'Próximos', de: 'Kommende' },
  spotlight: { en: 'Spotlight', pt: 'Em destaque', de: 'Im Rampenlicht' },
  everything: { en: 'All, newest first', pt: 'Todos, os mais novos primeiro', de: 'Alle, neueste zuerst' },
  from: { en: 'From', pt: 'De', de: 'Von' },
  to: { en: 'To', pt: 'Até', de: 'Bis' },
  event: { en: 'Event', pt: 'Evento', de: 'Event' },
  when: { en: 'When', pt: 'Quando', de: 'Wann' },
  city: { en: 'City', pt: 'Cidade', de: 'Stadt' },
  going: { en: 'Going', pt: 'Vão', de: 'Gehen hin' },
  waiting: { en: 'Waiting', pt: 'Na fila', de: 'Warten' },
  free: { en: 'Places left', pt: 'Vagas livres', de: 'Freie Plätze' },
  noLimit: { en: 'no limit', pt: 'sem limite', de: 'unbegrenzt' },
  over: { en: 'Over', pt: 'Encerrado', de: 'Vorbei' },
  none: { en: 'No such event', pt: 'Nenhum evento assim', de: 'Kein solches Event' },
  noneText: {
    en: 'Search for other words or days, or create one.',
    pt: 'Busque outras palavras ou dias, ou crie um.',
    de: 'Suchen Sie nach anderen Worten oder Tagen, oder legen Sie eines an.',
  },
  create: { en: 'Create an event', pt: 'Criar um evento', de: 'Event anlegen' },
  newEvent: { en: 'New event', pt: 'Novo evento', de: 'Neues Event' },
  edit: { en: 'Change', pt: 'Alterar', de: 'Ändern' },
  facts: { en: 'Seats', pt: 'Vagas', de: 'Plätze' },
  number: { en: 'Number', pt: 'Número', de: 'Nummer' },
  lastChanged: { en: 'Last changed', pt: 'Última alteração', de: 'Zuletzt geändert' },
  picture: { en: 'Picture', pt: 'Imagem', de: 'Bild' },
  cancelEvent: { en: 'Cancel the event', pt: 'Cancelar o evento', de: 'Event absagen' },
  cancelTitle: { en: 'Cancel {name}?', pt: 'Cancelar {name}?', de: '{name} absagen?' },
  cancelText: {
    en: 'All of them are notified. Confirmed: {going}. On the waiting list: {waiting}. If it takes place after all, change its state; both lists are kept.',
    pt: 'Todas são avisadas: pessoas confirmadas: {going}, pessoas na fila: {waiting}. Se ele acontecer mesmo assim, mude a situação: as duas listas são mantidas.',
    de: 'Alle erfahren es: Menschen, die zugesagt haben: {going}, Menschen, die auf einen Platz warten: {waiting}. Findet es doch statt, ändern Sie den Status: Beide Listen bleiben.',
  },
  goBack: { en: 'Leave it', pt: 'Deixar como está', de: 'So lassen' },
  basics: { en: 'Name and time', pt: 'O quê e quando', de: 'Was und wann' },
  category: { en: 'Category', pt: 'Categoria', de: 'Art' },
  description: { en: 'Description', pt: 'Descrição', de: 'Beschreibung' },
  starts: { en: 'Begins', pt: 'Começa', de: 'Beginnt' },
  ends: { en: 'Ends', pt: 'Termina', de: 'Endet' },
  timezone: { en: 'Time zone', pt: 'Fuso horário', de: 'Zeitzone' },
  timezoneHint: {
    en: 'Times are local times of this zone. Empty: the time zone of the city.',
    pt: 'Os horários são os de um relógio nesse fuso. Vazio: o fuso da cidade.',
    de: 'Zeiten sind die einer Uhr dort. Leer: die Zeitzone der Stadt.',
  },
  status: { en: 'State', pt: 'Situação', de: 'Status' },
  statusFollows: {
    en: 'According to the time',
    pt: 'Conforme o horário',
    de: 'Wie es sich aus der Zeit ergibt',
  },
  where: { en: 'Where', pt: 'Onde', de: 'Wo' },
  venue: { en: 'Place', pt: 'Local', de: 'Ort' },
  street: { en: 'Street address', pt: 'Endereço', de: 'Straße' },
  cityHint: {
    en: 'A municipality. Add the state if several share the name: Bom Jesus, PI.',
    pt: 'Um município; se vários têm o mesmo nome, com o estado: Bom Jesus, PI.',
    de: 'Eine Gemeinde; tragen mehrere den Namen, mit ihrem Staat: Bom Jesus, PI.',
  },
  latitude: { en: 'Latitude', pt: 'Latitude', de: 'Breite' },
  longitude: { en: 'Longitude', pt: 'Longitude', de: 'Länge' },
  more: {
    en: 'Seats, picture, organiser, tickets',
    pt: 'Vagas, imagem, organização, ingressos',
    de: 'Plätze, Bild, Veranstalter, Karten',
  },
  capacity: { en: 'Capacity', pt: 'Máximo de pessoas', de: 'Höchstens Menschen' },
  capacityHint: {
    en: 'Empty: no limit. Added places go to the waiting list at once.',
    pt: 'Vazio: sem limite. Novas vagas vão na hora para quem espera.',
    de: 'Leer: ohne Grenze. Mehr Plätze bekommen sofort die Wartenden.',
  },
  upload: { en: 'Upload a picture', pt: 'Enviar uma imagem', de: 'Bild hochladen' },
  uploadHint: {
    en: 'JPEG, PNG or WebP, at most 5 MiB. It replaces the address.',
    pt: 'JPEG, PNG ou WebP, no máximo 5 MiB. Substitui o endereço.',
    de: 'JPEG, PNG oder WebP, höchstens 5 MiB. Ersetzt die Adresse.',
  },
  image: { en: 'Address of the picture', pt: 'Endereço da imagem', de: 'Adresse des Bildes' },
  imageHint: {
    en: 'Or a link to a picture elsewhere. Empty: no picture.',
    pt: 'Ou um link para uma imagem em outro lugar. Vazio: sem imagem.',
    de: 'Oder ein Link zu einem Bild anderswo. Leer: kein Bild.',
  },
  organizer: { en: 'Organiser', pt: 'Organização', de: 'Veranstalter' },
  organizerUrl: {
    en: 'Address of the organiser',
    pt: 'Site da organização',
    de: 'Adresse des Veranstalters',
  },
  offerUrl: { en: 'Address of the tickets', pt: 'Site dos ingressos', de: 'Adresse der Karten' },
  price: { en: 'Price', pt: 'Preço', de: 'Preis' },
  currency: { en: 'Currency', pt: 'Moeda', de: 'Währung' },
  spotlightTitle: { en: 'Spotlight', pt: 'Em destaque', de: 'Im Rampenlicht' },
  spotlightFrom: { en: 'Shown from', pt: 'Mostrado de', de: 'Gezeigt von' },
  spotlightUntil: { en: 'Shown until', pt: 'Mostrado até', de: 'Gezeigt bis' },
  spotlightPosition: { en: 'Position', pt: 'Posição', de: 'Stelle' },
  spotlightHint: {
    en: 'All three empty: not in the spotlight.',
    pt: 'Os três vazios: fora do destaque.',
    de: 'Alle drei leer: nicht im Rampenlicht.',
  },
  badTime: {
    en: 'A day and a time are needed.',
    pt: 'É preciso um dia e um horário.',
    de: 'Ein Tag und eine Uhrzeit werden gebraucht.',
  },
} as const satisfies Record<string, Words>;

export const statusWords: Readonly<Record<EventStatus, Words>> = {
  EventScheduled: { en: 'Scheduled', pt: 'Marcado', de: 'Geplant' },
  EventRescheduled: { en: 'Moved', pt: 'Remarcado', de: 'Verlegt' },
  EventPostponed: { en: 'Postponed', pt: 'Adiado', de: 'Verschoben' },
  EventCancelled: { en: 'Cancelled', pt: 'Cancelado', de: 'Abgesagt' },
};

/** Texts of reports about an event. */
export const eventReportTexts = {
  title: { en: 'Open reports', pt: 'Denúncias abertas', de: 'Offene Meldungen' },
  hint: {
    en: 'If needed, change or cancel the event first. The people who reported it are notified only of the outcome.',
    pt: 'Se for preciso, altere ou cancele o evento antes. Quem denunciou fica sabendo só do resultado.',
    de: 'Ändern Sie das Event zuerst oder sagen Sie es ab, wenn das nötig ist. Wer es gemeldet hat, erfährt das Ergebnis und sonst nichts.',
  },
  asItWas: {
    en: 'The event, as it was then',
    pt: 'O evento, como era então',
    de: 'Das Event, wie es damals war',
  },
} as const satisfies Record<string, Words>;

export const eventActs = {
  'event.created': { en: 'Event created', pt: 'Evento criado', de: 'Event angelegt' },
  'event.changed': { en: 'Event changed', pt: 'Evento alterado', de: 'Event geändert' },
  'event_report.closed': {
    en: 'Report of an event closed',
    pt: 'Denúncia de evento fechada',
    de: 'Meldung zu einem Event geschlossen',
  },
  'event.cancelled': { en: 'Event cancelled', pt: 'Evento cancelado', de: 'Event abgesagt' },
} as const satisfies Record<string, Words>;

/** Labels by the field's name in the API. */
export const eventFields: Readonly<Record<string, Words>> = {
  startDate: eventTexts.starts,
  endDate: eventTexts.ends,
  timezone: eventTexts.timezone,
  category: eventTexts.category,
  description: eventTexts.description,
  image: eventTexts.image,
  picture: eventTexts.upload,
  'location.name': eventTexts.venue,
  'location.city': eventTexts.city,
  'location.streetAddress': eventTexts.street,
  'location.latitude': eventTexts.latitude,
  'location.longitude': eventTexts.longitude,
  'organizer.name': eventTexts.organizer,
  'organizer.url': eventTexts.organizerUrl,
  'offers.url': eventTexts.offerUrl,
  'offers.price': eventTexts.price,
  'offers.priceCurrency': eventTexts.currency,
  maximumAttendeeCapacity: eventTexts.capacity,
  'spotlight.from': eventTexts.spotlightFrom,
  'spotlight.until': eventTexts.spotlightUntil,
  'spotlight.position': eventTexts.spotlightPosition,
};

export const eventRefusals = {
  event_changed: {
    en: 'Another person has changed the event. Your input is still here. Look at the event in another tab, then open this page again.',
    pt: 'Outra pessoa alterou o evento nesse meio-tempo. O que você digitou ainda está aqui; veja o evento em outra aba e abra esta página de novo.',
    de: 'Jemand anders hat das Event inzwischen geändert. Was Sie eingegeben haben, steht noch hier; sehen Sie es in einem anderen Tab an und öffnen Sie diese Seite neu.',
  },
} as const satisfies Record<string, Words>;
