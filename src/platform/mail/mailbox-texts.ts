import type { Language } from '../http/language.ts';

export interface MailboxTexts {
  readonly title: string;
  readonly lead: string;
  readonly only: string;
  readonly show: string;
  readonly mail: string;
  readonly to: string;
  readonly received: string;
  readonly empty: string;
  readonly emptyFor: string;
  readonly all: string;
  readonly sentTo: string;
  readonly letter: string;
  readonly text: string;
}

export const mailboxTexts: Readonly<Record<Language, MailboxTexts>> = {
  en: {
    title: 'Mailbox',
    lead: 'All mail of this sandbox is delivered here and nowhere else.',
    only: 'Only mail to',
    show: 'Show',
    mail: 'Mail',
    to: 'To',
    received: 'Received',
    empty: 'No mail yet. Sign up a user, or request a new password.',
    emptyFor: 'No mail to {to} yet.',
    all: 'All mail',
    sentTo: 'To {to}, {time}',
    letter: 'The mail as its recipient sees it',
    text: 'As text',
  },
  pt: {
    title: 'Caixa de e-mail',
    lead: 'Todos os e-mails deste sandbox chegam aqui e em nenhum outro lugar.',
    only: 'Só os e-mails para',
    show: 'Mostrar',
    mail: 'E-mail',
    to: 'Para',
    received: 'Recebido',
    empty: 'Nenhum e-mail ainda. Cadastre alguém ou peça uma senha nova.',
    emptyFor: 'Nenhum e-mail para {to} ainda.',
    all: 'Todos os e-mails',
    sentTo: 'Para {to}, {time}',
    letter: 'O e-mail como o destinatário o vê',
    text: 'Como texto',
  },
  de: {
    title: 'Postfach',
    lead: 'Jede E-Mail, die diese Sandbox sendet, landet hier und nirgendwo sonst.',
    only: 'Nur E-Mails an',
    show: 'Anzeigen',
    mail: 'E-Mail',
    to: 'An',
    received: 'Empfangen',
    empty: 'Noch keine E-Mail. Melden Sie jemanden an, oder fordern Sie ein neues Passwort an.',
    emptyFor: 'Noch keine E-Mail an {to}.',
    all: 'Alle E-Mails',
    sentTo: 'An {to}, {time}',
    letter: 'Die E-Mail, wie ihr Empfänger sie sieht',
    text: 'Als Text',
  },
};
