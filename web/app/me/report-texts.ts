import { defineTexts } from '../texts/language.ts';

export const reportTexts = defineTexts({
  pt: {
    title: 'Minhas denúncias',
    none: 'Nenhuma denúncia',
    noneHint: 'Quando você denuncia uma pessoa ou um evento, o resultado aparece aqui.',
    unnamed: 'Conta apagada',
    event: 'Evento',
    sent: (day: string) => `Enviada em ${day}`,
    outcomes: {
      open: 'Nossa equipe ainda não examinou.',
      action_taken: 'Nossa equipe examinou e tomou providências.',
      no_breach:
        'Nossa equipe examinou e não encontrou nada contra as regras. Se continuar, denuncie de novo.',
      closed: 'Encerrada.',
    },
  },
  en: {
    title: 'My reports',
    none: 'No reports',
    noneHint: 'When you report a person or an event, the outcome appears here.',
    unnamed: 'Deleted account',
    event: 'Event',
    sent: (day: string) => `Sent on ${day}`,
    outcomes: {
      open: 'Our staff have not looked at it yet.',
      action_taken: 'Our staff have looked at it, and we took action.',
      no_breach:
        'Our staff have looked at it and found no breach of our rules. If it goes on, please report it again.',
      closed: 'Closed.',
    },
  },
  de: {
    title: 'Meine Meldungen',
    none: 'Keine Meldungen',
    noneHint: 'Wenn du eine Person oder ein Event meldest, siehst du hier, was daraus wurde.',
    unnamed: 'Gelöschtes Konto',
    event: 'Event',
    sent: (day: string) => `Gesendet am ${day}`,
    outcomes: {
      open: 'Unser Team hat sie noch nicht geprüft.',
      action_taken: 'Unser Team hat sie geprüft und etwas unternommen.',
      no_breach:
        'Unser Team hat sie geprüft und keinen Verstoß gegen unsere Regeln gefunden. Wenn es weitergeht, melde es bitte noch einmal.',
      closed: 'Abgeschlossen.',
    },
  },
});
