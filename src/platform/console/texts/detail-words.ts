import type { Words } from '../organisations.ts';

/** What lines of the record tell of any service's acts, by the names that they have there for good. */
export const detailWords = {
  yes: { en: 'yes', pt: 'sim', de: 'ja' },
  no: { en: 'no', pt: 'não', de: 'nein' },
  role: { en: 'Role', pt: 'Função', de: 'Rolle' },
  before: { en: 'Before', pt: 'Antes', de: 'Vorher' },
  after: { en: 'After', pt: 'Depois', de: 'Nachher' },
  count: { en: 'How many', pt: 'Quantas', de: 'Wie viele' },
  times: { en: 'How often', pt: 'Quantas vezes', de: 'Wie oft' },
  last_at: { en: 'Last', pt: 'Última vez', de: 'Zuletzt' },
  reason: { en: 'Reason', pt: 'Motivo', de: 'Grund' },
  job: { en: 'Job', pt: 'Tarefa', de: 'Aufgabe' },
  ended: { en: 'Sessions ended', pt: 'Sessões encerradas', de: 'Beendete Sitzungen' },
  at: { en: 'When', pt: 'Quando', de: 'Wann' },
  report: { en: 'Report', pt: 'Denúncia', de: 'Meldung' },
  premium: { en: 'Premium', pt: 'Premium', de: 'Premium' },
  version: { en: 'Version', pt: 'Versão', de: 'Fassung' },
} as const satisfies Record<string, Words>;

export type DetailName = keyof typeof detailWords;
