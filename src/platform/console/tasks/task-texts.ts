import type { Words } from '../../http/language.ts';
import type { Harm } from './harm.rules.ts';

export const taskTexts = {
  title: { en: 'Needs attention', pt: 'Precisa de atenção', de: 'Was zu tun ist' },
  order: {
    en: 'The most harmful first, then by waiting time.',
    pt: 'O mais grave primeiro, depois pelo tempo de espera.',
    de: 'Das Schlimmste zuerst, dann nach Wartezeit.',
  },
  what: { en: 'What', pt: 'O quê', de: 'Was' },
  harm: { en: 'Harm', pt: 'Gravidade', de: 'Schwere' },
  since: { en: 'Waiting since', pt: 'Em espera desde', de: 'Wartet seit' },
  act: { en: 'Act', pt: 'Ação', de: 'Handlung' },
  unknown: { en: 'unknown', pt: 'desconhecido', de: 'unbekannt' },
  more: { en: 'All tasks by page', pt: 'Todas as tarefas por página', de: 'Alle Aufgaben nach Seite' },
  none: { en: 'Nothing needs attention', pt: 'Nada precisa de atenção', de: 'Es gibt nichts zu tun' },
  noneText: {
    en: 'There is no open task for your role.',
    pt: 'Não há tarefa aberta para a sua função.',
    de: 'Für Ihre Rolle ist keine Aufgabe offen.',
  },
  noTasks: {
    en: 'Your role can read but has no tasks.',
    pt: 'A sua função pode ler, mas não tem tarefas.',
    de: 'Ihre Rolle kann lesen, hat aber keine Aufgaben.',
  },
  unreached: {
    en: 'Not shown, because the database does not answer: {names}.',
    pt: 'Não mostrado, porque o banco de dados não responde: {names}.',
    de: 'Nicht gezeigt, weil die Datenbank nicht antwortet: {names}.',
  },
  waiting: { en: 'waiting', pt: 'em espera', de: 'warten' },
} as const satisfies Record<string, Words>;

export const harmWords: Readonly<Record<Harm, Words>> = {
  person: { en: 'Danger to a person', pt: 'Perigo para uma pessoa', de: 'Gefahr für einen Menschen' },
  loss: { en: 'Loss or failure', pt: 'Perda ou falha', de: 'Verlust oder Ausfall' },
  waiting: { en: 'People wait', pt: 'Pessoas esperam', de: 'Menschen warten' },
  check: { en: 'To check', pt: 'A conferir', de: 'Zu prüfen' },
};
