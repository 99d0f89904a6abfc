import type { Words } from '../../../platform/http/language.ts';

export const campaignTexts = {
  campaigns: { en: 'Campaigns', pt: 'Campanhas', de: 'Kampagnen' },
  campaignsHint: {
    en: 'Advertisements, and how often they were seen.',
    pt: 'Anúncios e quantas vezes foram vistos.',
    de: 'Anzeigen, und wie oft sie gesehen wurden.',
  },
  campaign: { en: 'Campaign', pt: 'Campanha', de: 'Kampagne' },
  create: { en: 'Create a campaign', pt: 'Criar uma campanha', de: 'Kampagne anlegen' },
  newCampaign: { en: 'New campaign', pt: 'Nova campanha', de: 'Neue Kampagne' },
  none: { en: 'No campaigns', pt: 'Nenhuma campanha', de: 'Keine Kampagnen' },
  noneText: {
    en: 'Create one: the app shows it from its first day on.',
    pt: 'Crie uma: o app a mostra a partir do primeiro dia.',
    de: 'Legen Sie eine an: Die App zeigt sie ab ihrem ersten Tag.',
  },
  running: { en: 'Running', pt: 'No ar', de: 'Läuft' },
  planned: { en: 'Planned', pt: 'Planejada', de: 'Geplant' },
  ended: { en: 'Ended', pt: 'Encerrada', de: 'Beendet' },
  stopped: { en: 'Stopped', pt: 'Parada', de: 'Angehalten' },
  views: { en: 'Views', pt: 'Visualizações', de: 'Ansichten' },
  clicks: { en: 'Clicks', pt: 'Cliques', de: 'Klicks' },
  share: { en: 'Clicks per view', pt: 'Cliques por visualização', de: 'Klicks je Ansicht' },
  weight: { en: 'Weight', pt: 'Peso', de: 'Gewicht' },
  weightHint: {
    en: '1 to 1000: its share of the first places.',
    pt: '1 a 1000: sua parte dos primeiros lugares.',
    de: '1 bis 1000: ihr Anteil an den ersten Plätzen.',
  },
  cities: { en: 'Cities', pt: 'Cidades', de: 'Städte' },
  citiesHint: {
    en: 'One per line. Add the state if several cities share the name. Empty: everywhere.',
    pt: 'Uma por linha, com o estado se várias têm o mesmo nome. Vazio: em todo lugar.',
    de: 'Eine je Zeile, mit dem Staat, wenn mehrere den Namen tragen. Leer: überall.',
  },
  everywhere: { en: 'everywhere', pt: 'em todo lugar', de: 'überall' },
  title: { en: 'Title', pt: 'Título', de: 'Titel' },
  description: { en: 'Description', pt: 'Descrição', de: 'Beschreibung' },
  mediaType: { en: 'Kind', pt: 'Tipo', de: 'Art' },
  image: { en: 'Image', pt: 'Imagem', de: 'Bild' },
  video: { en: 'Video', pt: 'Vídeo', de: 'Video' },
  media: {
    en: 'Address of the image or video',
    pt: 'Endereço da imagem ou do vídeo',
    de: 'Adresse von Bild oder Video',
  },
  link: { en: 'Target address', pt: 'Para onde leva', de: 'Wohin sie führt' },
  starts: { en: 'Begins', pt: 'Começa', de: 'Beginnt' },
  ends: { en: 'Ends', pt: 'Termina', de: 'Endet' },
  timesHint: {
    en: 'Time in São Paulo.',
    pt: 'No horário de São Paulo.',
    de: 'Nach der Uhr von São Paulo.',
  },
  dates: { en: 'When', pt: 'Quando', de: 'Wann' },
  counted: { en: 'views, clicks', pt: 'visualizações, cliques', de: 'Ansichten, Klicks' },
  byDay: {
    en: 'Views and clicks by day',
    pt: 'Visualizações e cliques por dia',
    de: 'Ansichten und Klicks je Tag',
  },
  table: { en: 'As a table', pt: 'Como tabela', de: 'Als Tabelle' },
  day: { en: 'Day', pt: 'Dia', de: 'Tag' },
  nothingCounted: {
    en: 'Nothing was counted yet.',
    pt: 'Nada foi contado ainda.',
    de: 'Noch wurde nichts gezählt.',
  },
  stop: { en: 'Stop', pt: 'Parar', de: 'Anhalten' },
  stopTitle: { en: 'Stop {name}?', pt: 'Parar {name}?', de: '{name} anhalten?' },
  stopText: {
    en: 'It is no longer shown. This cannot be undone. So far: {views} views, {clicks} clicks.',
    pt: 'Ninguém mais a vê, para sempre. Até agora: {views} visualizações, {clicks} cliques.',
    de: 'Niemand sieht sie mehr, für immer. Bisher: {views} Ansichten, {clicks} Klicks.',
  },
  facts: { en: 'Figures', pt: 'Números', de: 'Zahlen' },
  change: { en: 'Change', pt: 'Alterar', de: 'Ändern' },
} as const satisfies Record<string, Words>;

export const campaignActs = {
  'campaign.created': { en: 'Campaign created', pt: 'Campanha criada', de: 'Kampagne angelegt' },
  'campaign.changed': { en: 'Campaign changed', pt: 'Campanha alterada', de: 'Kampagne geändert' },
  'campaign.stopped': { en: 'Campaign stopped', pt: 'Campanha parada', de: 'Kampagne angehalten' },
} as const satisfies Record<string, Words>;

/** Labels by the field's name in the API. */
export const campaignFieldWords: Readonly<Record<string, Words>> = {
  title: campaignTexts.title,
  media: campaignTexts.media,
  link: campaignTexts.link,
  starts_at: campaignTexts.starts,
  ends_at: campaignTexts.ends,
  weight: campaignTexts.weight,
  ...Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`cities.${index}`, campaignTexts.cities])),
};
