import type { Words } from '../../../platform/http/language.ts';
import type { ActKind } from '../../safety/enforcement/act.rules.ts';
import type { ReportOutcome } from '../../safety/reports/report.rules.ts';

/** Texts of a person's history. */
export const storyTexts = {
  story: { en: 'History', pt: 'O que aconteceu antes', de: 'Was bisher geschah' },
  quiet: { en: 'No history', pt: 'Nada antes', de: 'Bisher nichts' },
  quietText: {
    en: 'No settled reports and no decisions by staff.',
    pt: 'Nenhuma denúncia resolvida, nada decidido pela equipe.',
    de: 'Keine erledigte Meldung und keine Entscheidung.',
  },
  newestShown: {
    en: 'The newest {shown} of {all} reports are shown.',
    pt: 'São mostradas as {shown} denúncias mais recentes de {all}.',
    de: 'Gezeigt werden die neuesten {shown} von {all} Meldungen.',
  },
  reported: { en: 'Reported: {category}', pt: 'Denúncia: {category}', de: 'Gemeldet: {category}' },
  reportedBy: { en: 'by {name}', pt: 'por {name}', de: 'von {name}' },
  somebodyGone: { en: 'a deleted person', pt: 'alguém que já saiu', de: 'jemand, der nicht mehr da ist' },
  byRule: { en: 'by a rule', pt: 'por uma regra', de: 'durch eine Regel' },
  by: { en: 'by {who}', pt: 'por {who}', de: 'von {who}' },
  note: { en: 'Note: {note}', pt: 'Nota: {note}', de: 'Notiz: {note}' },
  until: { en: 'until {day}', pt: 'até {day}', de: 'bis {day}' },
  appealed: { en: 'Appealed', pt: 'Recorreu', de: 'Einspruch erhoben' },
  appeal: { en: 'Appeal', pt: 'Recurso', de: 'Einspruch' },
  appealOpen: { en: 'Waits for an answer', pt: 'Espera resposta', de: 'Wartet auf Antwort' },
  appealAccepted: { en: 'Accepted', pt: 'Aceito', de: 'Angenommen' },
  appealRefused: { en: 'Refused', pt: 'Recusado', de: 'Abgelehnt' },
  openReport: {
    en: 'Open report: {category}',
    pt: 'Denúncia aberta: {category}',
    de: 'Offene Meldung: {category}',
  },
  asItWas: {
    en: 'The profile, as it was then',
    pt: 'O perfil, como era então',
    de: 'Das Profil, wie es damals war',
  },
  messages: { en: 'Copied messages', pt: 'Mensagens copiadas', de: 'Kopierte Nachrichten' },
  photoCopy: {
    en: 'The photo, as it was then',
    pt: 'A foto, como era então',
    de: 'Das Foto, wie es damals war',
  },
  fromReporter: { en: 'Reporter', pt: 'Quem denunciou', de: 'Wer gemeldet hat' },
} as const satisfies Record<string, Words>;

/** Labels of decisions in the history. */
export const kindWords: Readonly<Record<ActKind, Words>> = {
  warn: { en: 'Warned', pt: 'Advertida', de: 'Verwarnt' },
  hide: { en: 'Taken out of feeds', pt: 'Retirada do feed', de: 'Aus dem Feed genommen' },
  unhide: { en: 'Back in feeds', pt: 'De volta ao feed', de: 'Wieder im Feed' },
  remove_photo: { en: 'Photo removed', pt: 'Foto removida', de: 'Foto entfernt' },
  remove_text: { en: 'Text removed', pt: 'Texto removido', de: 'Text entfernt' },
  suspend: { en: 'Suspended', pt: 'Suspensa', de: 'Gesperrt' },
  lift: { en: 'Suspension lifted', pt: 'Suspensão encerrada', de: 'Sperre aufgehoben' },
  dismiss: { en: 'Reports dismissed', pt: 'Denúncias arquivadas', de: 'Meldungen verworfen' },
  refuse_appeal: { en: 'Appeal refused', pt: 'Recurso recusado', de: 'Einspruch abgelehnt' },
};

/** Labels of the outcome that a reporter is notified of. */
export const outcomeWords: Readonly<Record<ReportOutcome, Words>> = {
  action_taken: { en: 'Action taken', pt: 'Providências tomadas', de: 'Etwas unternommen' },
  no_breach: { en: 'No breach', pt: 'Sem violação', de: 'Kein Verstoß' },
};

const categories: Readonly<Record<string, Words>> = {
  harassment: { en: 'Harassment', pt: 'Assédio', de: 'Belästigung' },
  hate: { en: 'Hate', pt: 'Ódio', de: 'Hass' },
  sexual: { en: 'Sexual content', pt: 'Conteúdo sexual', de: 'Sexuelle Inhalte' },
  violence: { en: 'Violence', pt: 'Violência', de: 'Gewalt' },
  minor: { en: 'A minor', pt: 'Menor de idade', de: 'Minderjährig' },
  fake: { en: 'Fake profile', pt: 'Perfil falso', de: 'Falsches Profil' },
  spam: { en: 'Spam', pt: 'Spam', de: 'Spam' },
  scam: { en: 'Scam', pt: 'Golpe', de: 'Betrug' },
  other: { en: 'Other', pt: 'Outro', de: 'Anderes' },
};

/** Returns the label of a report category. An unknown category of the app is shown by its name. */
export const categoryWords = (category: string): Words =>
  (Object.hasOwn(categories, category) ? categories[category] : undefined) ?? {
    en: category,
    pt: category,
    de: category,
  };
