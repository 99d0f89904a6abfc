import { defineTexts } from './language.ts';

/** Texts for choosing who may see that the user attends an event. */
export const attendanceTexts = defineTexts({
  pt: {
    ask: 'Quem pode ver que você vai?',
    title: 'Quem vê aonde eu vou',
    kinds: {
      everyone: 'Todo mundo',
      attendees: 'Quem também vai',
      combinations: 'Minhas combinações',
      nobody: 'Ninguém',
    },
    hints: {
      everyone: 'Qualquer pessoa que usa a Praça',
      attendees: 'Só quem confirmou o mesmo evento',
      combinations: 'Só as pessoas com quem você combinou',
      nobody: 'Você conta no total, sem aparecer',
    },
    asSettings: 'Como nas minhas configurações',
    later: 'Você pode mudar isso em Eu, ou na página de cada evento.',
    general: 'Vale para todos os eventos em que você não escolheu outra opção.',
    seen: 'Quem pode ver que você vai:',
    change: 'Mudar',
    save: 'Salvar',
    someHidden: 'Algumas pessoas podem não aparecer aqui.',
  },
  en: {
    ask: 'Who may see that you go?',
    title: 'Who sees where I go',
    kinds: {
      everyone: 'Everyone',
      attendees: 'People who are going too',
      combinations: 'My combinations',
      nobody: 'Nobody',
    },
    hints: {
      everyone: 'Anyone who uses Praça',
      attendees: 'Only people who confirmed the same event',
      combinations: 'Only people you are combined with',
      nobody: 'You count in the total and are not shown',
    },
    asSettings: 'As in my settings',
    later: 'You can change this under Me, or on the page of each event.',
    general: 'Holds for all events for which you have not chosen otherwise.',
    seen: 'Who may see that you go:',
    change: 'Change',
    save: 'Save',
    someHidden: 'Some people may not be shown here.',
  },
  de: {
    ask: 'Wer darf sehen, dass du hingehst?',
    title: 'Wer sieht, wohin ich gehe',
    kinds: {
      everyone: 'Alle',
      attendees: 'Wer auch hingeht',
      combinations: 'Meine Kombinationen',
      nobody: 'Niemand',
    },
    hints: {
      everyone: 'Alle, die Praça benutzen',
      attendees: 'Nur Leute, die für dasselbe Event zugesagt haben',
      combinations: 'Nur Leute, mit denen du kombiniert bist',
      nobody: 'Du zählst mit, wirst aber nicht gezeigt',
    },
    asSettings: 'Wie in meinen Einstellungen',
    later: 'Du kannst das unter Ich ändern, oder auf der Seite jedes Events.',
    general: 'Gilt für alle Events, für die du nichts anderes gewählt hast.',
    seen: 'Wer sehen darf, dass du hingehst:',
    change: 'Ändern',
    save: 'Speichern',
    someHidden: 'Manche Leute werden hier vielleicht nicht gezeigt.',
  },
});

export const attendanceKinds = ['everyone', 'attendees', 'combinations', 'nobody'] as const;
