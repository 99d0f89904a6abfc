import { defineTexts } from '../texts/language.ts';

export const suspendedTexts = defineTexts({
  pt: {
    title: 'Sua conta está suspensa',
    until: (day: string) => `Você pode voltar em ${day}.`,
    forGood: 'A suspensão não tem data para acabar.',
    appeal: 'Não concorda? Entre com um recurso',
    appealHint: 'Conte o que aconteceu. A equipe lê e responde.',
    send: 'Enviar recurso',
    sent: 'Seu recurso foi enviado. A resposta aparece aqui quando você entrar de novo.',
    refused: 'A equipe leu seu recurso e manteve a suspensão.',
    other: 'Entrar como outra pessoa',
  },
  en: {
    title: 'Your account is suspended',
    until: (day: string) => `You can come back on ${day}.`,
    forGood: 'The suspension has no end date.',
    appeal: 'Do you disagree? Appeal',
    appealHint: 'Tell us what happened. Our staff will read it and answer.',
    send: 'Send appeal',
    sent: 'Your appeal is sent. The answer will appear here when you sign in again.',
    refused: 'Our staff have read your appeal. The suspension stays.',
    other: 'Sign in as someone else',
  },
  de: {
    title: 'Du bist gesperrt',
    until: (day: string) => `Am ${day} kannst du zurückkommen.`,
    forGood: 'Die Sperre hat kein Enddatum.',
    appeal: 'Siehst du das anders? Leg Einspruch ein',
    appealHint: 'Erzähl, was passiert ist. Unser Team liest es und antwortet.',
    send: 'Einspruch senden',
    sent: 'Dein Einspruch ist gesendet. Die Antwort siehst du hier, wenn du dich wieder anmeldest.',
    refused: 'Unser Team hat deinen Einspruch gelesen. Die Sperre bleibt.',
    other: 'Als jemand anderes anmelden',
  },
});
