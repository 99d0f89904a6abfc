import type { Language } from '../http/language.ts';

type Said = readonly [title: string, text: string];

export interface ProblemTexts {
  readonly unknown: Said;
  readonly invalid: Said;
  readonly busy: Said;
  /** The number of the request follows. */
  readonly broken: Said;
  readonly toHome: string;
}

/** Where the console says the same, it says it in the same words. */
export const problemTexts: Readonly<Record<Language, ProblemTexts>> = {
  en: {
    unknown: ['There is nothing here', 'The address is wrong, or what was here is gone.'],
    invalid: ['That did not work', 'There is something in the address that cannot be right.'],
    busy: ['Too much is going on', 'Nothing was lost. Try again in a moment.'],
    broken: [
      'Something went wrong on our side',
      'It was written down. Try again; if it stays so, tell support this number:',
    ],
    toHome: 'To the start page',
  },
  pt: {
    unknown: ['Não há nada aqui', 'O endereço está errado, ou o que havia aqui já não existe.'],
    invalid: ['Não deu certo', 'Há algo no endereço que não pode estar certo.'],
    busy: ['Há coisa demais acontecendo', 'Nada se perdeu. Tente de novo daqui a pouco.'],
    broken: [
      'Algo deu errado do nosso lado',
      'Isto foi anotado. Tente de novo; se continuar assim, passe este número ao suporte:',
    ],
    toHome: 'Ir para a página inicial',
  },
  de: {
    unknown: ['Hier ist nichts', 'Die Adresse stimmt nicht, oder was hier war, gibt es nicht mehr.'],
    invalid: ['Das hat nicht geklappt', 'In der Adresse steht etwas, das nicht stimmen kann.'],
    busy: ['Gerade ist zu viel los', 'Nichts ging verloren. Versuchen Sie es gleich noch einmal.'],
    broken: [
      'Bei uns ist etwas schiefgegangen',
      'Es wurde notiert. Versuchen Sie es noch einmal; wenn es so bleibt, nennen Sie dem Support diese Nummer:',
    ],
    toHome: 'Zur Startseite',
  },
};
