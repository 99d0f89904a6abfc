import type { Language } from '../../../platform/http/language.ts';
import { html, type Html, type PageOptions } from '../../../platform/http/page.ts';
import { designSheet } from '../../../platform/pages/design-sheet.ts';
import { drawMark } from '../../../platform/pages/icons.page.ts';

const words = {
  en: {
    title: 'E-mails about events',
    asks: 'Do you want to stop e-mails about the events you are going to?',
    still: 'If such an event is cancelled, we will still write to you.',
    button: 'Stop these e-mails',
    doneTitle: 'E-mails about events are turned off',
    done: 'You can turn them on again in the app, under “Me” and “Notifications”.',
    goneTitle: 'This link is not valid',
    gone: 'The link is incomplete, or the profile was deleted. You can turn the e-mails off in the app, under “Me” and “Notifications”.',
  },
  pt: {
    title: 'E-mails sobre eventos',
    asks: 'Não quer mais receber e-mails sobre os eventos em que confirmou presença?',
    still: 'Se um desses eventos for cancelado, ainda avisaremos você.',
    button: 'Parar estes e-mails',
    doneTitle: 'E-mails sobre eventos desligados',
    done: 'Você pode ligá-los de novo no app, em “Eu” e “Notificações”.',
    goneTitle: 'Este link não é válido',
    gone: 'O link está incompleto, ou o perfil foi apagado. Você pode desligar os e-mails no app, em “Eu” e “Notificações”.',
  },
  de: {
    title: 'E-Mails zu Events',
    asks: 'Möchtest du keine E-Mails mehr zu den Events, bei denen du zugesagt hast?',
    still: 'Wird so ein Event abgesagt, schreiben wir dir trotzdem.',
    button: 'Diese E-Mails beenden',
    doneTitle: 'Keine E-Mails mehr zu Events',
    done: 'In der App kannst du sie unter „Ich“ und „Benachrichtigungen“ wieder einschalten.',
    goneTitle: 'Dieser Link ist nicht gültig',
    gone: 'Er ist unvollständig, oder das Profil wurde gelöscht. In der App kannst du die E-Mails unter „Ich“ und „Benachrichtigungen“ ausschalten.',
  },
} as const satisfies Readonly<Record<Language, Record<string, string>>>;

const draw = (language: Language, title: string, content: Html, status = 200): PageOptions => ({
  status,
  title,
  language,
  stylesheet: designSheet.url,
  body: html`<div class="gate">
    <header>
      <span class="brand">${drawMark()}<span>Praça</span></span>
    </header>
    <main>
      <h1>${title}</h1>
      ${content}
    </main>
  </div>`,
});

export function drawUnsubscribe(language: Language, token: string): PageOptions {
  const texts = words[language];
  const query = new URLSearchParams({ token, lang: language });
  return draw(
    language,
    texts.title,
    html`<p>${texts.asks}</p>
      <p class="soft">${texts.still}</p>
      <form class="form" method="post" action="unsubscribe?${query.toString()}">
        <input type="hidden" name="List-Unsubscribe" value="One-Click" />
        <button type="submit">${texts.button}</button>
      </form>`,
  );
}

export function drawUnsubscribed(language: Language): PageOptions {
  const { doneTitle, done, still } = words[language];
  return draw(
    language,
    doneTitle,
    html`<p>${done}</p>
      <p class="soft">${still}</p>`,
  );
}

export const drawBadLink = (language: Language): PageOptions =>
  draw(language, words[language].goneTitle, html`<p>${words[language].gone}</p>`, 410);
