import type { Words } from '../../../platform/http/language.ts';

export const tryTexts = {
  title: { en: 'Try a sign-in', pt: 'Experimente um login', de: 'Anmeldung ausprobieren' },
  web: { en: 'Public web application', pt: 'Aplicativo web público', de: 'Öffentliche Web-Anwendung' },
  server: { en: 'Application with a server', pt: 'Aplicativo com servidor', de: 'Anwendung mit Server' },
  tv: { en: 'Device without a keyboard', pt: 'Aparelho sem teclado', de: 'Gerät ohne Tastatur' },
  tryIt: { en: 'Try it', pt: 'Experimentar', de: 'Ausprobieren' },
  done: {
    en: 'The application knows who you are',
    pt: 'O aplicativo sabe quem você é',
    de: 'Die Anwendung kennt Sie',
  },
  doneText: {
    en: 'This page is the application. It redeemed the code and got this ID token:',
    pt: 'Esta página é o aplicativo. Ele trocou o código e recebeu este ID token:',
    de: 'Diese Seite ist die Anwendung. Sie hat den Code eingelöst und dieses ID-Token bekommen:',
  },
  failed: { en: 'No sign-in', pt: 'Sem login', de: 'Keine Anmeldung' },
  signOut: { en: 'Sign out', pt: 'Sair', de: 'Abmelden' },
  device: { en: 'This page is the device', pt: 'Esta página é o aparelho', de: 'Diese Seite ist das Gerät' },
  deviceText: {
    en: 'It shows you this code. Confirm it in your browser, then come back.',
    pt: 'Ele mostra este código. Confirme-o no navegador e volte aqui.',
    de: 'Es zeigt Ihnen diesen Code. Bestätigen Sie ihn im Browser und kommen Sie dann zurück.',
  },
  confirm: { en: 'Confirm the code', pt: 'Confirmar o código', de: 'Code bestätigen' },
  check: { en: 'I have confirmed it', pt: 'Já confirmei', de: 'Ich habe ihn bestätigt' },
  waiting: {
    en: 'The code has not been confirmed yet.',
    pt: 'O código ainda não foi confirmado.',
    de: 'Der Code wurde noch nicht bestätigt.',
  },
} as const satisfies Record<string, Words>;
