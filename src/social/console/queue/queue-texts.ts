import type { Words } from '../../../platform/console/organisations.ts';

export const queueTexts = {
  reports: { en: 'Reports', pt: 'Denúncias', de: 'Meldungen' },
  reportsHint: {
    en: 'Whom staff have to look at, whoever waits longest first.',
    pt: 'Quem a equipe precisa olhar, a espera mais longa primeiro.',
    de: 'Wen das Team ansehen muss, wer am längsten wartet zuerst.',
  },
  filter: { en: 'Which', pt: 'Quais', de: 'Welche' },
  waiting: { en: 'Waiting', pt: 'Em espera', de: 'Wartend' },
  hidden: {
    en: 'Out of feeds until looked at',
    pt: 'Fora do feed até ser vista',
    de: 'Nicht im Feed, bis jemand hinsieht',
  },
  appeals: { en: 'Appeals', pt: 'Recursos', de: 'Einsprüche' },
  settled: { en: 'Settled', pt: 'Resolvidas', de: 'Erledigt' },
  why: { en: 'Why', pt: 'Por quê', de: 'Warum' },
  open: { en: 'Open', pt: 'Abertas', de: 'Offen' },
  reporters: { en: 'By people', pt: 'Por pessoas', de: 'Von Menschen' },
  ever: { en: 'Ever', pt: 'Até hoje', de: 'Bisher' },
  since: { en: 'Waits since', pt: 'Espera desde', de: 'Wartet seit' },
  appeal: { en: 'Appeal', pt: 'Recurso', de: 'Einspruch' },
  reason: { en: 'Reason', pt: 'Motivo', de: 'Grund' },
  closed: { en: 'Settled', pt: 'Resolvida', de: 'Erledigt' },
  reported: { en: 'Reported', pt: 'Denunciada', de: 'Gemeldet' },
  gone: { en: 'somebody who is gone', pt: 'alguém que já saiu', de: 'jemand, der nicht mehr da ist' },
  empty: { en: 'Nobody waits', pt: 'Ninguém espera', de: 'Niemand wartet' },
  emptyText: {
    en: 'Everything that was reported is settled, and every appeal is answered.',
    pt: 'Tudo o que foi denunciado está resolvido e todo recurso foi respondido.',
    de: 'Alles, was gemeldet wurde, ist erledigt, und jeder Einspruch ist beantwortet.',
  },
  emptySome: { en: 'None of these', pt: 'Nenhuma destas', de: 'Keine davon' },
  emptySomeText: {
    en: 'Others may wait: look at all of them.',
    pt: 'Outras podem estar em espera: veja todas.',
    de: 'Andere warten vielleicht: Sehen Sie alle an.',
  },
} as const satisfies Record<string, Words>;
