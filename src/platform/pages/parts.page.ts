import { html, type Html } from '../http/page.ts';

/** How something stands: the word in the part says which, the colour only helps. */
export type Tone = 'plain' | 'good' | 'warn' | 'bad';

const toneClass = (tone: Tone): string => (tone === 'plain' ? '' : tone);

export const drawBadge = (text: string, tone: Tone = 'plain'): Html =>
  html`<span class="badge ${toneClass(tone)}">${text}</span>`;

export const drawCoinBadge = (code: string): Html =>
  html`<span class="badge coin coin-${code.toLowerCase()}">${code}</span>`;

/** Said where it happened; `act` is what can be done about it. What is bad interrupts whoever listens to the page. */
export const drawNotice = (text: Html | string, tone: Tone = 'plain', act?: Html): Html =>
  html`<div class="notice ${toneClass(tone)}" role="${tone === 'bad' ? 'alert' : 'status'}">
    <p>${text}</p>
    ${act}
  </div>`;

export interface Column {
  readonly label: string;
  /** Figures and acts stand to the right; names may break anywhere. */
  readonly kind?: 'number' | 'acts' | 'name';
}

export interface TableOptions {
  /** What it lists, for whoever does not see it. */
  readonly caption: string;
  readonly columns: readonly Column[];
  /** As many cells as columns; the first is what the row is about, and where there is more to see, a link. */
  readonly rows: readonly (readonly (Html | string)[])[];
  /** In place of a table without rows. */
  readonly empty: Html;
}

/** How soon a row becomes a card where the table has little room. */
const breadthOf = ({ length }: readonly Column[]): string =>
  length > 5 ? 'wide' : length > 4 ? 'broad' : '';

export function drawTable({ caption, columns, rows, empty }: TableOptions): Html {
  if (rows.length === 0) return empty;
  return html`<div
    class="table folds ${breadthOf(columns)}"
    role="group"
    aria-label="${caption}"
    tabindex="0"
  >
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map(
            ({ label, kind = '' }) =>
              html`<th scope="col" class="${kind}">
                ${kind === 'acts' ? html`<span class="unseen">${label}</span>` : label}
              </th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell, index) => drawCell(cell, columns[index], index === 0))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function drawCell(cell: Html | string, column: Column | undefined, isFirst: boolean): Html {
  const kind = column?.kind ?? '';
  return isFirst
    ? html`<th scope="row" class="${kind}">${cell}</th>`
    : html`<td class="${kind}" data-label="${column?.label ?? ''}">${cell}</td>`;
}

export interface Chip {
  readonly label: string;
  readonly href: string;
  readonly isCurrent: boolean;
}

export const drawChips = (label: string, chips: readonly Chip[]): Html =>
  html`<nav class="chips" aria-label="${label}">
    ${chips.map(
      (chip) =>
        html`<a class="chip" href="${chip.href}" ${chip.isCurrent && html`aria-current="true"`}
          >${chip.label}</a
        >`,
    )}
  </nav>`;

/** Why it is empty, and what to do. */
export const drawEmpty = (title: string, text: string, act?: Html): Html =>
  html`<div class="empty">
    <h2>${title}</h2>
    <p>${text}</p>
    ${act}
  </div>`;

export const drawFacts = (facts: readonly (readonly [name: string, value: Html | string])[]): Html =>
  html`<dl class="facts">
    ${facts.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;

const shownEnd = 8;

/** Long ids are shortened in the middle. */
export function drawShortened(value: string): Html {
  const isLong = value.length > 2 * shownEnd + 3;
  const shown = isLong ? `${value.slice(0, shownEnd)}…${value.slice(-shownEnd)}` : value;
  return html`<code title="${value}">${shown}</code>`;
}

/** And copied whole. */
export function drawCopyable(value: string, copy: string): Html {
  return html`<span class="copyable"
    >${drawShortened(value)}<button type="button" class="plain" data-copy="${value}">${copy}</button></span
  >`;
}

export interface Moment {
  readonly time: Html;
  readonly title: Html | string;
  /** Who, and why. */
  readonly detail?: Html | string;
  readonly tone?: Tone;
}

export const drawTimeline = (moments: readonly Moment[]): Html =>
  html`<ol class="timeline">
    ${moments.map(
      ({ time, title, detail, tone = 'plain' }) =>
        html`<li class="${toneClass(tone)}">
          <strong>${title}</strong>
          ${detail !== undefined && html`<span>${detail}</span>`}
          <span class="soft small">${time}</span>
        </li>`,
    )}
  </ol>`;

export interface DialogueOptions {
  /** Of its own on the page. */
  readonly id: string;
  /** Of the button that opens it, and of the dialogue. */
  readonly opener: string;
  readonly openerClass?: string;
  readonly title: string;
  /** What will happen, in figures where there are some; then the form that does it. */
  readonly body: Html;
}

/**
 * Opened and closed by the browser itself (popover), which also moves the focus into it and back, so that it works
 * without a script and with the Escape key. The script keeps the focus in it.
 */
export const dialogueAttributes = (id: string): Html =>
  html`class="dialogue" id="${id}" popover role="dialog" aria-labelledby="${id}-title" tabindex="-1" autofocus`;

export const drawDialogue = ({ id, opener, openerClass = 'plain', title, body }: DialogueOptions): Html =>
  html`<span class="dialogue-box"
    ><button type="button" class="${openerClass}" popovertarget="${id}">${opener}</button>
    <div ${dialogueAttributes(id)}>
      <h2 id="${id}-title">${title}</h2>
      ${body}
    </div></span
  >`;

export const drawDialogueClose = (id: string, label: string): Html =>
  html`<button type="button" class="plain" popovertarget="${id}" popovertargetaction="hide">
    ${label}
  </button>`;

/** The way through a list that goes on; both stand in the address. */
export const drawPages = (options: {
  readonly newest?: { readonly label: string; readonly href: string } | false;
  readonly older?: { readonly label: string; readonly href: string } | false;
}): Html =>
  html`<p class="pages">
    ${[options.newest, options.older].map(
      (link) => link && html`<a class="button plain" href="${link.href}">${link.label}</a>`,
    )}
  </p>`;

export interface Figure {
  readonly label: string;
  readonly value: string;
  readonly note?: Html | string;
  /** Where more is said of it. */
  readonly href?: string | undefined;
  /** Asks for a look. */
  readonly tone?: Tone;
}

/** What counts most, large and side by side. */
export const drawFigures = (figures: readonly Figure[]): Html =>
  html`<dl class="figures">
    ${figures.map(
      ({ label, value, note, href, tone = 'plain' }) =>
        html`<div class="${toneClass(tone)}">
          <dt>${href === undefined ? label : html`<a href="${href}">${label}</a>`}</dt>
          <dd class="figure">${value}</dd>
          ${note !== undefined && html`<dd class="soft small">${note}</dd>`}
        </div>`,
    )}
  </dl>`;

/** What somebody else wrote, as it was written. */
export const drawQuote = (text: string, by?: Html | string): Html =>
  html`<figure class="quote">
    <blockquote>${text}</blockquote>
    ${by !== undefined && html`<figcaption>${by}</figcaption>`}
  </figure>`;

export interface Picture {
  readonly src: string;
  /** What it is, for whoever does not see it. */
  readonly label: string;
  /** Under it: what can be done about it. */
  readonly act?: Html | undefined;
}

export const drawPictures = (pictures: readonly Picture[]): Html =>
  html`<ul class="pictures">
    ${pictures.map(
      ({ src, label, act }) =>
        html`<li>
          <a href="${src}"><img src="${src}" alt="${label}" loading="lazy" width="120" height="160" /></a>
          ${act}
        </li>`,
    )}
  </ul>`;
