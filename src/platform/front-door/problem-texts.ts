import type { Language } from '../http/language.ts';

type Said = readonly [title: string, text: string];

export interface ProblemTexts {
  readonly unknown: Said;
  readonly invalid: Said;
  readonly busy: Said;
  /** Followed by the number of the request. */
  readonly broken: Said;
  readonly toHome: string;
}

/** Uses the same sentences as the console. */
export const problemTexts: Readonly<Record<Language, ProblemTexts>> = {
  en: {
    unknown: ['There is nothing here', 'The address is wrong, or the page no longer exists.'],
    invalid: ['That did not work', 'The address contains an invalid value.'],
    busy: ['The server is busy', 'Nothing was lost. Try again in a moment.'],
    broken: [
      'Something went wrong on our side',
      'The error was logged. Try again. If it happens again, give support this number:',
    ],
    toHome: 'To the start page',
  },
  pt: {
    unknown: ['Não há nada aqui', 'O endereço está errado, ou a página não existe mais.'],
    invalid: ['Não deu certo', 'O endereço contém um valor inválido.'],
    busy: ['O servidor está ocupado', 'Nada se perdeu. Tente de novo daqui a pouco.'],
    broken: [
      'Algo deu errado do nosso lado',
      'O erro foi registrado. Tente de novo. Se acontecer outra vez, informe este número ao suporte:',
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
