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
      attendees: 'Só quem vai ao mesmo evento',
      combinations: 'Só as pessoas com quem você combinou',
      nobody: 'Você conta no total, mas não aparece',
    },
    asSettings: 'Como nas minhas configurações',
    later: 'Você pode mudar isso em Eu, ou na página de cada evento.',
    general: 'Vale para todos os eventos em que você não escolheu outra opção.',
    seen: 'Quem pode ver que você vai:',
    change: 'Mudar',
    save: 'Salvar',
    someHidden: 'Algumas pessoas não aparecem aqui, porque cada uma decide quem a vê.',
  },
  en: {
    ask: 'Who may see that you are going?',
    title: 'Who sees where I go',
    kinds: {
      everyone: 'Everyone',
      attendees: 'People who are going too',
      combinations: 'My combinations',
      nobody: 'Nobody',
    },
    hints: {
      everyone: 'Anyone who uses Praça',
      attendees: 'Only people who are going to the same event',
      combinations: 'Only people you matched with',
      nobody: 'You count in the total but are not shown',
    },
    asSettings: 'As in my settings',
    later: 'You can change this under Me, or on the page of each event.',
    general: 'This applies to all events for which you have not chosen something else.',
    seen: 'Who may see that you are going:',
    change: 'Change',
    save: 'Save',
    someHidden: 'Some people are not shown: everyone decides who sees them.',
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
      combinations: 'Nur Leute, mit denen du zusammenpasst',
      nobody: 'Du zählst mit, wirst aber nicht gezeigt',
    },
    asSettings: 'Wie in meinen Einstellungen',
    later: 'Du kannst das unter Ich ändern, oder auf der Seite jedes Events.',
    general: 'Gilt für alle Events, für die du nichts anderes gewählt hast.',
    seen: 'Wer sehen darf, dass du hingehst:',
    change: 'Ändern',
    save: 'Speichern',
    someHidden: 'Manche Leute siehst du hier nicht: Alle entscheiden selbst, wer sie sieht.',
  },
});

export const attendanceKinds = ['everyone', 'attendees', 'combinations', 'nobody'] as const;
