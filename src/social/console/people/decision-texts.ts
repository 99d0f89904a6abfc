import type { Telling } from '../../../platform/console/console-page.ts';
import type { Words } from '../../../platform/http/language.ts';

/** Texts of the buttons and dialogues for decisions about a person. */
export const decisionWords = {
  warn: { en: 'Warn', pt: 'Advertir', de: 'Verwarnen' },
  warnTitle: { en: 'Warn {name}?', pt: 'Advertir {name}?', de: '{name} verwarnen?' },
  warnText: {
    en: 'They are notified of the reason. Nothing else changes for them.',
    pt: 'A pessoa fica sabendo o motivo. Nada mais muda para ela.',
    de: 'Sie erfahren den Grund. Sonst ändert sich für sie nichts.',
  },
  hide: { en: 'Take out of feeds', pt: 'Retirar do feed', de: 'Aus dem Feed nehmen' },
  hideTitle: {
    en: 'Take {name} out of feeds?',
    pt: 'Retirar {name} do feed?',
    de: '{name} aus dem Feed nehmen?',
  },
  hideText: {
    en: 'They no longer appear in feeds. People who are combined with them or attend the same event still see them. They are notified and can appeal.',
    pt: 'Ninguém mais a encontra no feed. Quem tem combinação com ela, ou vai ao mesmo evento, continua a vê-la. Ela fica sabendo e pode recorrer.',
    de: 'Niemand findet sie mehr im Feed. Wer mit ihnen eine Kombination hat oder zum selben Event geht, sieht sie weiter. Sie erfahren es und können Einspruch erheben.',
  },
  unhide: { en: 'Show in feeds again', pt: 'Voltar a mostrar no feed', de: 'Wieder im Feed zeigen' },
  unhideTitle: {
    en: 'Show {name} in feeds again?',
    pt: 'Voltar a mostrar {name} no feed?',
    de: '{name} wieder im Feed zeigen?',
  },
  unhideText: {
    en: 'They appear in feeds again. This also accepts an open appeal.',
    pt: 'O feed volta a mostrá-la. Um recurso aberto é aceito com isso.',
    de: 'Feeds zeigen sie ab sofort. Ein offener Einspruch ist damit angenommen.',
  },
  suspend: { en: 'Suspend', pt: 'Suspender', de: 'Sperren' },
  suspendTitle: { en: 'Suspend {name}?', pt: 'Suspender {name}?', de: '{name} sperren?' },
  suspendText: {
    en: 'They are signed out everywhere, hidden from all people, and lose their places to others. Places they lose: {seats}. They are notified by mail if an address is known, and can appeal.',
    pt: 'A pessoa é desconectada em todo lugar, ninguém a vê e outras pessoas ficam com as vagas dela. Vagas que perde: {seats}. Ela é avisada por e-mail, se houver um endereço, e pode recorrer.',
    de: 'Sie werden überall abgemeldet, niemand sieht sie, und andere bekommen ihre Plätze. Plätze, die sie verlieren: {seats}. Sie erfahren es per E-Mail, wenn eine Adresse bekannt ist, und können Einspruch erheben.',
  },
  howLong: { en: 'How long', pt: 'Por quanto tempo', de: 'Wie lange' },
  days: { en: '{days} days, until {day}', pt: '{days} dias, até {day}', de: '{days} Tage, bis {day}' },
  oneDay: { en: '1 day, until {day}', pt: '1 dia, até {day}', de: '1 Tag, bis {day}' },
  forGood: { en: 'For good', pt: 'Para sempre', de: 'Für immer' },
  untilDay: { en: 'Or until a day', pt: 'Ou até um dia', de: 'Oder bis zu einem Tag' },
  untilDayHint: {
    en: 'The suspension ends at the start of this day in São Paulo.',
    pt: 'A pessoa volta no começo desse dia em São Paulo.',
    de: 'Ab dessen Beginn in São Paulo sind sie zurück.',
  },
  lift: { en: 'Lift the suspension', pt: 'Encerrar a suspensão', de: 'Sperre aufheben' },
  liftTitle: {
    en: 'Lift the suspension of {name}?',
    pt: 'Encerrar a suspensão de {name}?',
    de: 'Sperre von {name} aufheben?',
  },
  liftText: {
    en: 'They can sign in at once, and get their places back if some are free. This also accepts an open appeal.',
    pt: 'A pessoa pode entrar na hora e recupera as vagas onde ainda houver. Um recurso aberto é aceito com isso.',
    de: 'Sie können sich sofort anmelden und bekommen ihre Plätze zurück, wo noch welche frei sind. Ein offener Einspruch ist damit angenommen.',
  },
  dismiss: { en: 'Dismiss', pt: 'Arquivar', de: 'Verwerfen' },
  dismissTitle: {
    en: 'Dismiss the reports about {name}?',
    pt: 'Arquivar as denúncias sobre {name}?',
    de: 'Die Meldungen über {name} verwerfen?',
  },
  dismissText: {
    en: 'The reports have no merit. The person is not notified. If a rule took them out of feeds, they appear again.',
    pt: 'Não há nada contra a pessoa. Ela não fica sabendo; se uma regra a tirou do feed, ela volta.',
    de: 'Es gibt nichts gegen sie einzuwenden. Sie erfahren nichts davon; hat eine Regel sie aus dem Feed genommen, sind sie wieder da.',
  },
  settles: {
    en: 'Open reports that this settles: {count}.',
    pt: 'Denúncias abertas que isso resolve: {count}.',
    de: 'Offene Meldungen, die damit erledigt sind: {count}.',
  },
  removePhoto: { en: 'Remove', pt: 'Remover', de: 'Entfernen' },
  removePhotoTitle: { en: 'Remove this photo?', pt: 'Remover esta foto?', de: 'Dieses Foto entfernen?' },
  removePhotoText: {
    en: 'It is removed for everyone. They are notified of the reason.',
    pt: 'Ela some para todos. A pessoa fica sabendo o motivo.',
    de: 'Es ist für alle weg. Sie erfahren den Grund.',
  },
  removeTextOpener: { en: 'Remove a text', pt: 'Remover um texto', de: 'Text entfernen' },
  removeTextTitle: {
    en: 'Remove a text of {name}?',
    pt: 'Remover um texto de {name}?',
    de: 'Einen Text von {name} entfernen?',
  },
  removeTextText: {
    en: 'It is removed for everyone; a name becomes a dash. They are notified of the reason.',
    pt: 'Ele some para todos; um nome vira um traço. A pessoa fica sabendo o motivo.',
    de: 'Er ist für alle weg; ein Name wird ein Strich. Sie erfahren den Grund.',
  },
  whichText: { en: 'Which text', pt: 'Qual texto', de: 'Welcher Text' },
  textName: { en: 'The name', pt: 'O nome', de: 'Den Namen' },
  textAbout: {
    en: 'The profile text',
    pt: 'O que escreveu sobre si',
    de: 'Was sie über sich schreiben',
  },
  textMessage: { en: 'Message: {text}', pt: 'Mensagem: {text}', de: 'Nachricht: {text}' },
  closeReport: {
    en: 'Close only this report: no breach',
    pt: 'Fechar só esta denúncia: sem violação',
    de: 'Nur diese Meldung schließen: kein Verstoß',
  },
  accept: { en: 'Accept', pt: 'Aceitar', de: 'Annehmen' },
  acceptTitle: { en: 'Accept the appeal?', pt: 'Aceitar o recurso?', de: 'Den Einspruch annehmen?' },
  acceptText: {
    en: 'Reverses the decision at once. They are notified.',
    pt: 'Encerra na hora aquilo contra o que foi feito. A pessoa é avisada.',
    de: 'Beendet sofort, wogegen er erhoben wurde. Sie erfahren es.',
  },
  refuse: { en: 'Refuse', pt: 'Recusar', de: 'Ablehnen' },
  refuseTitle: { en: 'Refuse the appeal?', pt: 'Recusar o recurso?', de: 'Den Einspruch ablehnen?' },
  refuseText: {
    en: 'The decision stays. They are notified and cannot appeal against it again.',
    pt: 'O que foi decidido permanece. A pessoa é avisada e não pode recorrer de novo.',
    de: 'Die Entscheidung bleibt. Sie erfahren es und können dagegen nicht noch einmal Einspruch erheben.',
  },
  reason: {
    en: 'Reason, shown to the person',
    pt: 'Motivo, para a pessoa ler',
    de: 'Grund, für sie zu lesen',
  },
  reasonHint: {
    en: 'Sent in their language: {language}.',
    pt: 'Enviado no idioma da pessoa: {language}.',
    de: 'Wird in ihrer Sprache gesendet: {language}.',
  },
  ownWords: { en: 'In your own words', pt: 'Com suas próprias palavras', de: 'Mit eigenen Worten' },
  ownWordsAlone: { en: 'Only my own words', pt: 'Só as minhas palavras', de: 'Nur eigene Worte' },
  noteForStaff: { en: 'Note, for staff only', pt: 'Nota, só para a equipe', de: 'Notiz, nur für das Team' },
  keepOpen: {
    en: 'Keep the reports open for further decisions',
    pt: 'Ainda vem mais: deixar as denúncias abertas',
    de: 'Es kommt noch mehr: Meldungen offen lassen',
  },
  makePremium: { en: 'Make premium', pt: 'Tornar premium', de: 'Premium geben' },
  endPremium: { en: 'End premium', pt: 'Encerrar premium', de: 'Premium beenden' },
  already: {
    en: 'This was already done. Nothing has changed, and no new notice was sent.',
    pt: 'Já estava assim: nada mudou e ninguém foi avisado de novo.',
    de: 'Es war schon so: Nichts hat sich geändert, und niemand wurde noch einmal benachrichtigt.',
  },
} as const satisfies Record<string, Words>;

/** Labels of details in the audit record. The keys are stored, so they never change. */
export const moderationRecordWords = {
  photo: { en: 'Photo', pt: 'Foto', de: 'Foto' },
  text: { en: 'Text', pt: 'Texto', de: 'Text' },
  appeal: { en: 'Appeal', pt: 'Recurso', de: 'Einspruch' },
} as const satisfies Record<string, Words>;

const removedTexts: Readonly<Record<string, Words>> = {
  name: { en: 'name', pt: 'nome', de: 'Name' },
  about: decisionWords.textAbout,
};

/** Renderers for details that are not shown as plain text. */
export const moderationTellings: Readonly<Record<string, Telling>> = {
  until: (value, { say }) => (value === null ? say(decisionWords.forGood) : undefined),
  text: (value, { say }) => {
    const words = Object.hasOwn(removedTexts, String(value)) ? removedTexts[String(value)] : undefined;
    return words && say(words);
  },
};

/** Labels of the acts, for the audit record and confirmations. */
export const moderationActs = {
  'user.warned': { en: 'Person warned', pt: 'Pessoa advertida', de: 'Person verwarnt' },
  'user.hidden': {
    en: 'Person taken out of feeds',
    pt: 'Pessoa retirada do feed',
    de: 'Person aus dem Feed genommen',
  },
  'user.unhidden': { en: 'Person back in feeds', pt: 'Pessoa de volta ao feed', de: 'Person wieder im Feed' },
  'user.suspended': { en: 'Person suspended', pt: 'Pessoa suspensa', de: 'Person gesperrt' },
  'user.suspension_lifted': { en: 'Suspension lifted', pt: 'Suspensão encerrada', de: 'Sperre aufgehoben' },
  'reports.dismissed': { en: 'Reports dismissed', pt: 'Denúncias arquivadas', de: 'Meldungen verworfen' },
  'report.closed': { en: 'Report closed', pt: 'Denúncia fechada', de: 'Meldung geschlossen' },
  'photo.removed': { en: 'Photo removed', pt: 'Foto removida', de: 'Foto entfernt' },
  'text.removed': { en: 'Text removed', pt: 'Texto removido', de: 'Text entfernt' },
  'appeal.accepted': { en: 'Appeal accepted', pt: 'Recurso aceito', de: 'Einspruch angenommen' },
  'appeal.refused': { en: 'Appeal refused', pt: 'Recurso recusado', de: 'Einspruch abgelehnt' },
  'premium.changed': { en: 'Premium changed', pt: 'Premium alterado', de: 'Premium geändert' },
} as const satisfies Record<string, Words>;

/** Messages for refusals. */
export const moderationRefusals = {
  case_settled: {
    en: 'Another member of staff has settled this. Their decision is in the history below; nothing was done twice.',
    pt: 'Outra pessoa da equipe já resolveu isto. O que foi feito está na história abaixo; nada foi feito duas vezes.',
    de: 'Jemand anders vom Team hat das inzwischen erledigt. Was geschah, steht unten; nichts wurde zweimal getan.',
  },
  appeal_decided: {
    en: 'Another member of staff has decided this appeal differently.',
    pt: 'Outra pessoa da equipe decidiu este recurso de outra forma.',
    de: 'Jemand anders vom Team hat über diesen Einspruch anders entschieden.',
  },
} as const satisfies Record<string, Words>;
