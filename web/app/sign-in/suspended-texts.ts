import { defineTexts } from '../texts/language.ts';

export const suspendedTexts = defineTexts({
  pt: {
    title: 'Seu acesso está suspenso',
    until: (day: string) => `Você pode voltar em ${day}.`,
    forGood: 'A suspensão não tem data para acabar.',
    appeal: 'Não concorda?',
    appealHint: 'Conte o que aconteceu. A equipe lê e responde.',
    send: 'Pedir revisão',
    sent: 'Seu pedido de revisão foi enviado. A resposta aparece aqui quando você entrar de novo.',
    refused: 'A equipe leu seu pedido e manteve a suspensão.',
    other: 'Entrar como outra pessoa',
  },
  en: {
    title: 'You are suspended',
    until: (day: string) => `You can come back on ${day}.`,
    forGood: 'No end has been set.',
    appeal: 'You do not agree?',
    appealHint: 'Say what happened. Our staff read it and answer.',
    send: 'Ask for a review',
    sent: 'You have asked for a review. The answer is shown here when you sign in again.',
    refused: 'Our staff have read your appeal and keep the suspension.',
    other: 'Sign in as another person',
  },
  de: {
    title: 'Du bist gesperrt',
    until: (day: string) => `Am ${day} kannst du zurückkommen.`,
    forGood: 'Ein Ende ist nicht festgelegt.',
    appeal: 'Siehst du das anders?',
    appealHint: 'Erzähl, was passiert ist. Unser Team liest es und antwortet.',
    send: 'Um Prüfung bitten',
    sent: 'Du hast um Prüfung gebeten. Die Antwort siehst du hier, wenn du dich wieder anmeldest.',
    refused: 'Unser Team hat deinen Einspruch gelesen und hält an der Sperre fest.',
    other: 'Als jemand anderes anmelden',
  },
});
