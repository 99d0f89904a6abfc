import type { Language } from '../../platform/http/language.ts';
import { html, type Html } from '../../platform/http/page.ts';

/** What is mailed, and what each needs to know. */
export interface MailContents {
  confirm: { name: string; link: string };
  already: Record<string, never>;
  recovery: { name: string; link: string; code: string };
  password_changed: { name: string };
  one_time_password: { name: string };
  erasure: { name: string; day: string };
}
export type MailKind = keyof MailContents;

interface MailText {
  subject: string;
  /** Paragraphs; `{link}` and `{code}` stand alone in theirs. */
  paragraphs: readonly string[];
  button?: string;
}

const texts: Record<MailKind, Record<Language, MailText>> = {
  confirm: {
    en: {
      subject: 'Confirm your e-mail address',
      paragraphs: [
        'Hello {name},',
        'somebody, probably you, has signed up with this address. To finish, open this page within 24 hours and enter the password that you chose:',
        '{link}',
        'If it was not you, do nothing: without you there will be no account.',
      ],
      button: 'Confirm address',
    },
    pt: {
      subject: 'Confirme o seu e-mail',
      paragraphs: [
        'Olá, {name},',
        'alguém, provavelmente você, se cadastrou com este endereço. Para terminar, abra esta página em até 24 horas e digite a senha que escolheu:',
        '{link}',
        'Se não foi você, não faça nada: sem você não haverá conta.',
      ],
      button: 'Confirmar e-mail',
    },
    de: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      paragraphs: [
        'Guten Tag {name},',
        'jemand, vermutlich Sie, hat sich mit dieser Adresse angemeldet. Öffnen Sie innerhalb von 24 Stunden diese Seite und geben Sie das gewählte Passwort ein, um fertig zu werden:',
        '{link}',
        'Wenn Sie das nicht waren, tun Sie nichts: Ohne Sie entsteht kein Konto.',
      ],
      button: 'Adresse bestätigen',
    },
  },
  already: {
    en: {
      subject: 'You already have an account',
      paragraphs: [
        'Hello,',
        'somebody, probably you, tried to sign up with this address. It already has an account, so nothing was changed. If you forgot your password, ask for a new one in the app.',
        'If it was not you, you need not do anything.',
      ],
    },
    pt: {
      subject: 'Você já tem uma conta',
      paragraphs: [
        'Olá,',
        'alguém, provavelmente você, tentou se cadastrar com este endereço. Ele já tem uma conta, e nada mudou. Se esqueceu a senha, peça uma nova no aplicativo.',
        'Se não foi você, não precisa fazer nada.',
      ],
    },
    de: {
      subject: 'Sie haben schon ein Konto',
      paragraphs: [
        'Guten Tag,',
        'jemand, vermutlich Sie, wollte sich mit dieser Adresse anmelden. Zu ihr gibt es schon ein Konto; es wurde nichts geändert. Wenn Sie Ihr Passwort vergessen haben, fordern Sie in der App ein neues an.',
        'Wenn Sie das nicht waren, müssen Sie nichts tun.',
      ],
    },
  },
  recovery: {
    en: {
      subject: 'Set a new password',
      paragraphs: [
        'Hello {name},',
        'somebody, probably you, has asked for a new password. You can set one here within 10 minutes:',
        '{link}',
        'Or enter this code in the app:',
        '{code}',
        'If it was not you, do nothing: your password stays as it is.',
      ],
      button: 'Set a new password',
    },
    pt: {
      subject: 'Crie uma nova senha',
      paragraphs: [
        'Olá, {name},',
        'alguém, provavelmente você, pediu uma nova senha. Você pode criá-la aqui em até 10 minutos:',
        '{link}',
        'Ou digite este código no aplicativo:',
        '{code}',
        'Se não foi você, não faça nada: a sua senha continua a mesma.',
      ],
      button: 'Criar nova senha',
    },
    de: {
      subject: 'Neues Passwort festlegen',
      paragraphs: [
        'Guten Tag {name},',
        'jemand, vermutlich Sie, hat ein neues Passwort angefordert. Hier können Sie innerhalb von 10 Minuten eines festlegen:',
        '{link}',
        'Oder geben Sie diesen Code in der App ein:',
        '{code}',
        'Wenn Sie das nicht waren, tun Sie nichts: Ihr Passwort bleibt, wie es ist.',
      ],
      button: 'Neues Passwort festlegen',
    },
  },
  password_changed: {
    en: {
      subject: 'Your password was changed',
      paragraphs: [
        'Hello {name},',
        'the password of your account was just changed, and all devices were signed out.',
        'If it was not you, ask for a new password at once: only this mailbox can do that.',
      ],
    },
    pt: {
      subject: 'A sua senha foi alterada',
      paragraphs: [
        'Olá, {name},',
        'a senha da sua conta acabou de ser alterada, e todos os aparelhos foram desconectados.',
        'Se não foi você, peça agora mesmo uma nova senha: só esta caixa de e-mail pode fazer isso.',
      ],
    },
    de: {
      subject: 'Ihr Passwort wurde geändert',
      paragraphs: [
        'Guten Tag {name},',
        'das Passwort Ihres Kontos wurde soeben geändert, und alle Geräte wurden abgemeldet.',
        'Wenn Sie das nicht waren, fordern Sie sofort ein neues Passwort an: Das kann nur dieses Postfach.',
      ],
    },
  },
  one_time_password: {
    en: {
      subject: 'A one-time password was set',
      paragraphs: [
        'Hello {name},',
        'a one-time password was just set for your account. It works once, within 24 hours, and has to be replaced after signing in.',
        'If it was not you, set a new password at once.',
      ],
    },
    pt: {
      subject: 'Uma senha de uso único foi criada',
      paragraphs: [
        'Olá, {name},',
        'uma senha de uso único acabou de ser criada para a sua conta. Ela vale uma vez, em até 24 horas, e deve ser trocada depois de entrar.',
        'Se não foi você, crie agora mesmo uma nova senha.',
      ],
    },
    de: {
      subject: 'Ein Einmalpasswort wurde gesetzt',
      paragraphs: [
        'Guten Tag {name},',
        'für Ihr Konto wurde soeben ein Einmalpasswort gesetzt. Es gilt einmal, innerhalb von 24 Stunden, und muss nach der Anmeldung ersetzt werden.',
        'Wenn Sie das nicht waren, setzen Sie sofort ein neues Passwort.',
      ],
    },
  },
  erasure: {
    en: {
      subject: 'Your account will be erased',
      paragraphs: [
        'Hello {name},',
        'as you asked, your account and all that belongs to it will be erased on {day}. To keep it, just sign in before then.',
      ],
    },
    pt: {
      subject: 'A sua conta será apagada',
      paragraphs: [
        'Olá, {name},',
        'como você pediu, a sua conta e tudo que pertence a ela serão apagados em {day}. Para mantê-la, basta entrar antes disso.',
      ],
    },
    de: {
      subject: 'Ihr Konto wird gelöscht',
      paragraphs: [
        'Guten Tag {name},',
        'wie gewünscht werden Ihr Konto und alles, was dazu gehört, am {day} gelöscht. Um es zu behalten, melden Sie sich vorher einfach an.',
      ],
    },
  },
};

export interface WrittenMail {
  subject: string;
  text: string;
  html: string;
}

export function writeMail<K extends MailKind>(
  kind: K,
  language: Language,
  contents: MailContents[K],
): WrittenMail {
  const { subject, paragraphs, button } = texts[kind][language];
  const values = contents as Record<string, string>;
  const fill = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '');
  return {
    subject,
    text: `${paragraphs.map(fill).join('\n\n')}\n\nPraça\n`,
    html: html`<!doctype html>
      <html lang="${language}">
        <body
          style="font:16px/1.5 system-ui,sans-serif;color:#1c1b1a;max-width:34rem;margin:0 auto;padding:1rem"
        >
          ${paragraphs.map((text) => paragraph(text, fill, values, button))}
          <p style="color:#5d5a55">Praça</p>
        </body>
      </html>`.text,
  };
}

function paragraph(
  text: string,
  fill: (text: string) => string,
  values: Record<string, string>,
  button: string | undefined,
): Html {
  if (text === '{link}' && button !== undefined) {
    return html`<p>
      <a
        href="${values['link'] ?? ''}"
        target="_top"
        style="display:inline-block;padding:.65rem 1.2rem;border-radius:.5rem;background:#0b6e4f;color:#fff;text-decoration:none;font-weight:600"
        >${button}</a
      >
    </p>`;
  }
  if (text === '{code}') {
    return html`<p style="font:600 1.4rem ui-monospace,monospace;letter-spacing:.1em">
      ${values['code'] ?? ''}
    </p>`;
  }
  return html`<p>${fill(text)}</p>`;
}
