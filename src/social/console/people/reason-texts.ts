import type { Words } from '../../../platform/http/language.ts';

/** Prepared reasons in each language, by the category of the report. */
export const reasonTexts: Readonly<Record<string, Words>> = {
  harassment: {
    en: 'You have harassed other people. That is not allowed here.',
    pt: 'Você assediou outras pessoas. Isso não é permitido aqui.',
    de: 'Du hast andere Menschen belästigt. Das ist hier nicht erlaubt.',
  },
  hate: {
    en: 'Your content is hateful towards others. That is not allowed here.',
    pt: 'O que você escreveu ou mostrou expressa ódio contra outras pessoas. Isso não é permitido aqui.',
    de: 'Was du geschrieben oder gezeigt hast, ist hasserfüllt gegen andere. Das ist hier nicht erlaubt.',
  },
  sexual: {
    en: 'Your content is sexual. That is not allowed here.',
    pt: 'O que você escreveu ou mostrou é conteúdo sexual. Isso não é permitido aqui.',
    de: 'Was du geschrieben oder gezeigt hast, ist sexueller Inhalt. Das ist hier nicht erlaubt.',
  },
  violence: {
    en: 'Your content threatens or praises violence. That is not allowed here.',
    pt: 'O que você escreveu ou mostrou ameaça ou exalta violência. Isso não é permitido aqui.',
    de: 'Was du geschrieben oder gezeigt hast, droht mit Gewalt oder verherrlicht sie. Das ist hier nicht erlaubt.',
  },
  minor: {
    en: 'We have reason to believe that you are younger than 18.',
    pt: 'Temos motivos para acreditar que você tem menos de 18 anos.',
    de: 'Wir haben Grund zu der Annahme, dass du jünger als 18 bist.',
  },
  fake: {
    en: 'Your profile impersonates another person.',
    pt: 'Seu perfil mostra alguém que não é você.',
    de: 'Dein Profil zeigt jemanden, der du nicht bist.',
  },
  spam: {
    en: 'You have sent advertising or the same messages to many people.',
    pt: 'Você enviou propaganda ou as mesmas mensagens a muitas pessoas.',
    de: 'Du hast Werbung oder dieselben Nachrichten an viele Menschen geschickt.',
  },
  scam: {
    en: 'You have tried to get money or data from people by deceiving them.',
    pt: 'Você tentou obter dinheiro ou dados de pessoas por meio de engano.',
    de: 'Du hast versucht, durch Täuschung an Geld oder Daten von Menschen zu kommen.',
  },
  rules: {
    en: 'Your content is against our terms of use.',
    pt: 'O que você escreveu ou mostrou é contra os nossos termos de uso.',
    de: 'Was du geschrieben oder gezeigt hast, verstößt gegen unsere Nutzungsbedingungen.',
  },
};

/** Prepared reasons for reversing or keeping a decision. */
export const decisionTexts: Readonly<Record<string, Words>> = {
  changed: {
    en: 'We have looked at it again and changed our decision.',
    pt: 'Olhamos o caso de novo e mudamos a nossa decisão.',
    de: 'Wir haben es uns noch einmal angesehen und unsere Entscheidung geändert.',
  },
  stays: {
    en: 'We have looked at it again. Our decision stays.',
    pt: 'Olhamos o caso de novo. A nossa decisão permanece.',
    de: 'Wir haben es uns noch einmal angesehen. Unsere Entscheidung bleibt.',
  },
};
