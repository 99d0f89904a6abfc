import type { Telling } from '../../../platform/console/console-page.ts';
import type { Words } from '../../../platform/console/organisations.ts';

/** Buttons and dialogues of whoever decides about somebody. */
export const decisionWords = {
  warn: { en: 'Warn', pt: 'Advertir', de: 'Verwarnen' },
  warnTitle: { en: 'Warn {name}?', pt: 'Advertir {name}?', de: '{name} verwarnen?' },
  warnText: {
    en: 'They are told the reason. Nothing else changes for them.',
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
    en: 'Nobody finds them in a feed any more. Whoever is combined with them, or goes to the same event, still sees them. They are told, and can appeal.',
    pt: 'Ninguém mais a encontra no feed. Quem tem combinação com ela, ou vai ao mesmo evento, continua a vê-la. Ela fica sabendo e pode recorrer.',
    de: 'Niemand findet sie mehr im Feed. Wer mit ihnen kombiniert ist oder zum selben Event geht, sieht sie weiter. Sie erfahren es und können Einspruch erheben.',
  },
  unhide: { en: 'Show in feeds again', pt: 'Voltar a mostrar no feed', de: 'Wieder im Feed zeigen' },
  unhideTitle: {
    en: 'Show {name} in feeds again?',
    pt: 'Voltar a mostrar {name} no feed?',
    de: '{name} wieder im Feed zeigen?',
  },
  unhideText: {
    en: 'Feeds show them from now on. An open appeal is accepted by it.',
    pt: 'O feed volta a mostrá-la. Um recurso aberto é aceito com isso.',
    de: 'Feeds zeigen sie ab sofort. Ein offener Einspruch ist damit angenommen.',
  },
  suspend: { en: 'Suspend', pt: 'Suspender', de: 'Sperren' },
  suspendTitle: { en: 'Suspend {name}?', pt: 'Suspender {name}?', de: '{name} sperren?' },
  suspendText: {
    en: 'They are signed out everywhere, nobody sees them, and others get their places. Places they lose: {seats}. They are told by mail where an address is known, and can appeal.',
    pt: 'A pessoa é desconectada em todo lugar, ninguém a vê e outras pessoas ficam com as vagas dela. Vagas que perde: {seats}. Ela é avisada por e-mail, se houver um endereço, e pode recorrer.',
    de: 'Sie werden überall abgemeldet, niemand sieht sie, und andere bekommen ihre Plätze. Plätze, die sie verlieren: {seats}. Sie erfahren es per E-Mail, wenn eine Adresse bekannt ist, und können Einspruch erheben.',
  },
  howLong: { en: 'How long', pt: 'Por quanto tempo', de: 'Wie lange' },
  days: { en: '{days} days, until {day}', pt: '{days} dias, até {day}', de: '{days} Tage, bis {day}' },
  oneDay: { en: '1 day, until {day}', pt: '1 dia, até {day}', de: '1 Tag, bis {day}' },
  forGood: { en: 'For good', pt: 'Para sempre', de: 'Für immer' },
  untilDay: { en: 'Or until a day', pt: 'Ou até um dia', de: 'Oder bis zu einem Tag' },
  untilDayHint: {
    en: 'They are back from its beginning in São Paulo.',
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
    en: 'They can sign in at once, and get their places back where some are left. An open appeal is accepted by it.',
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
    en: 'Nothing is to be said against them. They hear nothing of it; if a rule took them out of feeds, they are back.',
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
    en: 'It is gone for everybody. They are told the reason.',
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
    en: 'It is gone for everybody; a name becomes a dash. They are told the reason.',
    pt: 'Ele some para todos; um nome vira um traço. A pessoa fica sabendo o motivo.',
    de: 'Er ist für alle weg; ein Name wird ein Strich. Sie erfahren den Grund.',
  },
  whichText: { en: 'Which text', pt: 'Qual texto', de: 'Welcher Text' },
  textName: { en: 'The name', pt: 'O nome', de: 'Den Namen' },
  textAbout: {
    en: 'What they wrote about themselves',
    pt: 'O que escreveu sobre si',
    de: 'Was sie über sich schreiben',
  },
  textMessage: { en: 'Message: {text}', pt: 'Mensagem: {text}', de: 'Nachricht: {text}' },
  closeReport: {
    en: 'Close this report alone: no breach',
    pt: 'Fechar só esta denúncia: sem violação',
    de: 'Nur diese Meldung schließen: kein Verstoß',
  },
  accept: { en: 'Accept', pt: 'Aceitar', de: 'Annehmen' },
  acceptTitle: { en: 'Accept the appeal?', pt: 'Aceitar o recurso?', de: 'Den Einspruch annehmen?' },
  acceptText: {
    en: 'Ends what it was made against, at once. They are told.',
    pt: 'Encerra na hora aquilo contra o que foi feito. A pessoa é avisada.',
    de: 'Beendet sofort, wogegen er erhoben wurde. Sie erfahren es.',
  },
  refuse: { en: 'Refuse', pt: 'Recusar', de: 'Ablehnen' },
  refuseTitle: { en: 'Refuse the appeal?', pt: 'Recusar o recurso?', de: 'Den Einspruch ablehnen?' },
  refuseText: {
    en: 'What was decided stays. They are told, and cannot appeal against it again.',
    pt: 'O que foi decidido permanece. A pessoa é avisada e não pode recorrer de novo.',
    de: 'Die Entscheidung bleibt. Sie erfahren es und können dagegen nicht noch einmal Einspruch erheben.',
  },
  reason: { en: 'Reason, for them to read', pt: 'Motivo, para a pessoa ler', de: 'Grund, für sie zu lesen' },
  reasonHint: {
    en: 'Sent in their language: {language}.',
    pt: 'Enviado no idioma da pessoa: {language}.',
    de: 'Wird in ihrer Sprache gesendet: {language}.',
  },
  ownWords: { en: 'In your own words', pt: 'Com suas próprias palavras', de: 'Mit eigenen Worten' },
  ownWordsAlone: { en: 'Only my own words', pt: 'Só as minhas palavras', de: 'Nur eigene Worte' },
  noteForStaff: { en: 'Note, for staff alone', pt: 'Nota, só para a equipe', de: 'Notiz, nur für das Team' },
  keepOpen: {
    en: 'More is to come: leave the reports open',
    pt: 'Ainda vem mais: deixar as denúncias abertas',
    de: 'Es kommt noch mehr: Meldungen offen lassen',
  },
  makePremium: { en: 'Make premium', pt: 'Tornar premium', de: 'Premium geben' },
  endPremium: { en: 'End premium', pt: 'Encerrar premium', de: 'Premium beenden' },
  already: {
    en: 'It was so already: nothing has changed, and nobody was told again.',
    pt: 'Já estava assim: nada mudou e ninguém foi avisado de novo.',
    de: 'Es war schon so: Nichts hat sich geändert, und niemand wurde noch einmal benachrichtigt.',
  },
} as const satisfies Record<string, Words>;

/** What lines of the audit record tell of an act, by the names that they have there for good. */
export const moderationRecordWords = {
  photo: { en: 'Photo', pt: 'Foto', de: 'Foto' },
  text: { en: 'Text', pt: 'Texto', de: 'Text' },
  appeal: { en: 'Appeal', pt: 'Recurso', de: 'Einspruch' },
} as const satisfies Record<string, Words>;

const removedTexts: Readonly<Record<string, Words>> = {
  name: { en: 'name', pt: 'nome', de: 'Name' },
  about: decisionWords.textAbout,
};

/** How those of them are shown that are more than a text. */
export const moderationTellings: Readonly<Record<string, Telling>> = {
  until: (value, { say }) => (value === null ? say(decisionWords.forGood) : undefined),
  text: (value, { say }) => {
    const words = Object.hasOwn(removedTexts, String(value)) ? removedTexts[String(value)] : undefined;
    return words && say(words);
  },
};

/** In the audit record, and for whoever did it. */
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

/** What the operations refuse. */
export const moderationRefusals = {
  case_settled: {
    en: 'Somebody else of the staff has settled this meanwhile. What they did is in the story below; nothing was done twice.',
    pt: 'Outra pessoa da equipe já resolveu isto. O que foi feito está na história abaixo; nada foi feito duas vezes.',
    de: 'Jemand anders vom Team hat das inzwischen erledigt. Was geschah, steht unten; nichts wurde zweimal getan.',
  },
  appeal_decided: {
    en: 'Somebody else of the staff has decided this appeal otherwise.',
    pt: 'Outra pessoa da equipe decidiu este recurso de outra forma.',
    de: 'Jemand anders vom Team hat über diesen Einspruch anders entschieden.',
  },
} as const satisfies Record<string, Words>;
