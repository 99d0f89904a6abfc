import type { FastifyReply } from 'fastify';
import { languageNames, languages } from '../../http/language.ts';
import { html, sendPage, type Html } from '../../http/page.ts';
import { fillHtml } from '../../pages/fill-text.ts';
import { drawForm } from '../../pages/form-parts.page.ts';
import { drawIcon, drawMark, type IconName } from '../../pages/icons.page.ts';
import { dialogueAttributes, drawNotice } from '../../pages/parts.page.ts';
import { drawExactTime } from '../../pages/times.page.ts';
import { designSheet } from '../../pages/design-sheet.ts';
import { readWebFile } from '../../pages/web-file.ts';
import type { TaskCounts, View } from '../console-page.ts';
import { formatCount } from '../tasks/read-tasks.ts';
import { taskTexts } from '../tasks/task-texts.ts';
import type { ConsoleTexts } from '../texts/console-texts.ts';
import type { Reader } from './reader.routes.ts';

export const script = readWebFile('/console', 'console', 'js', [
  'design/times.js',
  'console/console.js',
  'console/refused.js',
  'console/passkeys.js',
  'console/live.js',
  'console/refund.js',
]);
/** Loaded only on pages with charts. */
export const chartScript = readWebFile('/console', 'charts', 'js', [
  import.meta.resolve('uplot/dist/uPlot.iife.min.js'),
  'console/charts.js',
]);

export interface MenuLink {
  readonly label: string;
  readonly href: string;
  readonly icon: IconName;
  /** Path of the page in its organisation. */
  readonly path: string;
  readonly section: string;
  readonly isCurrent: boolean;
}

export interface PlaceLink {
  readonly name: string;
  readonly role: string;
  readonly href: string;
  readonly isCurrent: boolean;
}

export interface SearchLink {
  readonly label: string;
  readonly hint: string;
  readonly href: string;
}

/** Content around a page for a signed-in person. */
export interface Surroundings {
  readonly menu: readonly MenuLink[];
  /** Numbers of tasks by path, shown in the menu. */
  readonly counts?: TaskCounts | undefined;
  readonly places: readonly PlaceLink[];
  readonly searches: readonly SearchLink[];
  readonly person: { readonly name: string; readonly email: string };
  /** Message about the act that was just completed. */
  readonly done: string | undefined;
  /** Note that the reader sees the page as staff and not as a member. */
  readonly note?: string | undefined;
  /** Reason why the act was refused. */
  readonly refusal?: string | undefined;
  /** The message gets the focus, because no field shows the fault. */
  readonly isRefusalFocused?: boolean;
  /** Values of the refused form. A script reopens its dialogue with them. */
  readonly given?: Readonly<Record<string, string>>;
}

interface Sheet {
  readonly title: string;
  readonly body: Html;
  readonly status?: number | undefined;
  readonly hasCharts?: boolean | undefined;
}

function send(
  reply: FastifyReply,
  reader: Reader,
  { title, body, status, hasCharts = false }: Sheet,
): FastifyReply {
  return sendPage(reply.header('cross-origin-opener-policy', 'same-origin'), {
    title: `${title} · Praça`,
    language: reader.language,
    body,
    namesSandbox: true,
    stylesheet: designSheet.url,
    script: hasCharts ? [script.url, chartScript.url] : script.url,
    ...(status === undefined ? {} : { status }),
  });
}

export function sendFrame(
  reply: FastifyReply,
  reader: Reader,
  view: View,
  around: Surroundings,
): FastifyReply {
  const { texts } = reader;
  const body = html`<a class="skip button" href="#content">${texts.skip}</a>
    ${drawTop(reader, around)}
    <div class="body">
      ${drawMenu(reader, around)}
      <main class="content" id="content" tabindex="-1" data-copied="${texts.copied}">
        <header class="title">
          <h1>${view.title}</h1>
          ${view.acts !== undefined && html`<div class="row">${view.acts}</div>`}
          ${view.lead !== undefined && html`<p>${view.lead}</p>`}
        </header>
        ${drawAway(reader)} ${around.note !== undefined && drawNotice(around.note)}
        ${around.done !== undefined && drawNotice(around.done, 'good')} ${drawRefusal(around)} ${view.body}
      </main>
    </div>
    ${drawKeys(reader)}${around.searches.length > 0 && drawFind(reader, around.searches)}`;
  return send(reply, reader, { ...view, body });
}

function drawRefusal({ refusal, isRefusalFocused = false, given = {} }: Surroundings): Html | undefined {
  if (refusal === undefined) return undefined;
  return html`<div
    data-refused="${JSON.stringify(given)}"
    ${isRefusalFocused && html`tabindex="-1" autofocus`}
  >
    ${drawNotice(refusal, 'bad')}
  </div>`;
}

/** Shown by the live update script while updates fail, because the content is as old as the page. */
const drawAway = ({ texts, language, nowMs }: Reader): Html =>
  html`<div class="away" id="away" role="status">
    <template>
      <div class="notice warn">
        <p>${fillHtml(texts.notLive, { time: drawExactTime(new Date(nowMs), language, 'minute') })}</p>
      </div>
    </template>
  </div>`;

function drawTop(reader: Reader, { places, person, searches }: Surroundings): Html {
  const { texts, formToken } = reader;
  const here = places.find(({ isCurrent }) => isCurrent);
  return html`<header class="top">
    <a class="brand" href="/console" aria-label="Praça">${drawMark()}<span>Praça</span></a>
    ${
      places.length > 0 &&
      html`<details>
        <summary><span>${here?.name ?? texts.chooseOrganisation}</span></summary>
        <nav class="menu" aria-label="${texts.organisations}">
          ${places.map(
            (place) =>
              html`<a href="${place.href}" ${place.isCurrent && html`aria-current="true"`}
                >${place.name}<small>${place.role}</small></a
              >`,
          )}
        </nav>
      </details>`
    }
    ${reader.isSandbox && drawSandbox(texts)}
    ${
      searches.length > 0 &&
      html`<button type="button" class="plain find" popovertarget="find" aria-label="${texts.search}">
        ${drawIcon('search')}
      </button>`
    }
    <details class="push">
      <summary>${drawIcon('person')}<span>${person.name}</span></summary>
      <div class="menu">
        <p class="soft">${person.email}</p>
        <a href="/console/me">${texts.myAccount}</a>
        <hr />
        ${drawLanguages(reader)}
        <hr />
        ${drawForm({
          action: '/console/sign-out',
          token: formToken,
          fields: html`<button type="submit">${texts.signOut}</button>`,
        })}
      </div>
    </details>
  </header>`;
}

/** Marks sandbox pages, so that their amounts are not taken for real money. */
const drawSandbox = (texts: ConsoleTexts): Html =>
  html`<span class="badge warn">Sandbox<span class="more">${texts.sandbox}</span></span>`;

const drawLanguages = (reader: Reader): Html =>
  html`${languages.map(
    (language) =>
      html`<a
        href="${reader.inLanguage(language)}"
        lang="${language}"
        hreflang="${language}"
        ${language === reader.language && html`aria-current="true"`}
        >${languageNames[language]}</a
      >`,
  )}`;

function drawMenu(
  { texts, language }: Reader,
  { menu: links, counts }: Pick<Surroundings, 'menu' | 'counts'>,
): Html {
  const drawCount = (count: number | undefined): Html | false =>
    count !== undefined &&
    html`<b class="count"
      >${formatCount(count)}<span class="unseen"> ${taskTexts.waiting[language]}</span></b
    >`;
  return html`<nav class="rail" aria-label="${texts.menu}">
    ${links.map(
      ({ href, icon, path, isCurrent, label: text, section }, index) =>
        html`${
            section !== '' && section !== links[index - 1]?.section && html`<p class="section">${section}</p>`
          }<a href="${href}" ${isCurrent && html`aria-current="page"`}
            >${drawIcon(icon)}<span>${text}</span>${drawCount(counts?.get(path))}</a
          >`,
    )}
  </nav>`;
}

/** Help for keyboard shortcuts, opened by `?`. Hidden without a script, which the shortcuts need. */
function drawKeys({ texts }: Reader): Html {
  const keys = [
    ['?', texts.keyHelp],
    ['/', texts.keySearch],
    ['j k', texts.keyMove],
    ['Enter', texts.keyOpen],
  ] as const;
  return html`<div ${dialogueAttributes('keys')}>
    <h2 id="keys-title">${texts.keys}</h2>
    <dl class="facts">
      ${keys.map(
        ([key, text]) =>
          html`<dt>${key.split(' ').map((one) => html`<kbd>${one}</kbd> `)}</dt>
            <dd>${text}</dd>`,
      )}
    </dl>
    <div class="row">
      <button type="button" class="plain" popovertarget="keys" popovertargetaction="hide">
        ${texts.close}
      </button>
    </div>
  </div>`;
}

/** Search that the key `/` opens on pages without their own. Each button searches one list; Enter presses the first. */
function drawFind({ texts }: Reader, searches: readonly SearchLink[]): Html {
  return html`<div ${dialogueAttributes('find', 'none')}>
    <h2 id="find-title">${texts.search}</h2>
    <form class="form wide" method="get" action="${searches[0]?.href}" role="search">
      <div class="field">
        <input
          type="search"
          name="q"
          maxlength="200"
          required
          autofocus
          autocomplete="off"
          aria-label="${texts.search}"
          aria-describedby="find-hint"
        />
        <div class="hint" id="find-hint">
          ${searches.map(({ label, hint }) => html`<p>${label}: ${hint}</p>`)}
        </div>
      </div>
      <div class="row">
        ${searches.map(
          ({ label, href }, index) =>
            html`<button type="submit" class="${index > 0 && 'plain'}" formaction="${href}">
              ${label}
            </button>`,
        )}
      </div>
    </form>
  </div>`;
}

/** Sends a page with a single card, for the sign-in and for messages. */
export function sendGate(
  reply: FastifyReply,
  reader: Reader,
  page: { title: string; body: Html; status?: number; isBroad?: boolean },
): FastifyReply {
  const body = html`<div class="gate">
    <header>
      <a class="brand" href="/console">${drawMark()}<span>Praça</span></a>
    </header>
    <main class="${page.isBroad === true ? 'broad' : ''}" id="content">
      <h1>${page.title}</h1>
      ${page.body}
    </main>
    <footer class="foot">
      ${reader.isSandbox && drawSandbox(reader.texts)}
      ${languages
        .filter((language) => language !== reader.language)
        .map(
          (language) =>
            html`<a href="${reader.inLanguage(language)}" lang="${language}" hreflang="${language}"
              >${languageNames[language]}</a
            >`,
        )}
    </footer>
  </div>`;
  return send(reply, reader, { ...page, body });
}
