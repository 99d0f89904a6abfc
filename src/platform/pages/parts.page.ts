import { html, type Html } from '../http/page.ts';

/** Severity of a part. The text says the same, because colour alone is not accessible. */
export type Tone = 'plain' | 'good' | 'warn' | 'bad';

const toneClass = (tone: Tone): string => (tone === 'plain' ? '' : tone);

export const drawBadge = (text: string, tone: Tone = 'plain'): Html =>
  html`<span class="badge ${toneClass(tone)}">${text}</span>`;

export const drawCoinBadge = (code: string): Html =>
  html`<span class="badge coin coin-${code.toLowerCase()}">${code}</span>`;

/** Renders a message, with `act` as a remedy. A bad one interrupts screen readers. */
export const drawNotice = (text: Html | string, tone: Tone = 'plain', act?: Html): Html =>
  html`<div class="notice ${toneClass(tone)}" role="${tone === 'bad' ? 'alert' : 'status'}">
    <p>${text}</p>
    ${act}
  </div>`;

export interface Column {
  readonly label: string;
  /** Numbers and acts are aligned right; names may break anywhere. */
  readonly kind?: 'number' | 'acts' | 'name';
  /** Place in a row of two lines: beside the first cell, below it, below at the right, or left out. */
  readonly place?: 'beside' | 'below' | 'end' | 'gone';
}

export interface TableOptions {
  /** Caption for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column[];
  /** One cell per column. The first cell identifies the row, as a link if it has a page. */
  readonly rows: readonly (readonly (Html | string)[])[];
  /** On narrow screens a row has two lines instead of a line per cell. Each column then has a `place`. */
  readonly isCompact?: boolean;
  /** Shown instead of a table without rows. */
  readonly empty: Html;
}

/** Returns the class that decides at which width rows become cards. */
const breadthOf = ({ length }: readonly Column[]): string =>
  length > 5 ? 'wide' : length > 4 ? 'broad' : '';

export function drawTable({ caption, columns, rows, empty, isCompact = false }: TableOptions): Html {
  if (rows.length === 0) return empty;
  return html`<div
    class="table folds ${breadthOf(columns)} ${isCompact && 'compact'}"
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
  const { kind = '', place = '', label = '' } = column ?? {};
  if (isFirst) return html`<th scope="row" class="${kind}">${cell}</th>`;
  const classes = `${kind} ${place}`.trim();
  return html`<td class="${classes}" data-label="${label}">${cell}</td>`;
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

/** Explains why the list is empty and what to do. */
export const drawEmpty = (title: string, text: string, act?: Html): Html =>
  html`<div class="empty">
    <h2>${title}</h2>
    <p>${text}</p>
    ${act}
  </div>`;

export const drawFacts = (facts: readonly (readonly [name: Html | string, value: Html | string])[]): Html =>
  html`<dl class="facts">
    ${facts.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;

const shownEnd = 8;

/** Shortens long ids in the middle. */
export function drawShortened(value: string): Html {
  const isLong = value.length > 2 * shownEnd + 3;
  const shown = isLong ? `${value.slice(0, shownEnd)}…${value.slice(-shownEnd)}` : value;
  return html`<code title="${value}">${shown}</code>`;
}

/** Renders a shortened value with a button that copies all of it. */
export function drawCopyable(value: string, copy: string): Html {
  return html`<span class="copyable"
    >${drawShortened(value)}<button type="button" class="plain" data-copy="${value}">${copy}</button></span
  >`;
}

export interface Moment {
  readonly time: Html;
  readonly title: Html | string;
  /** Person and reason, for example. */
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
  /** Unique on the page. */
  readonly id: string;
  /** Label of the button that opens the dialogue. */
  readonly opener: string;
  readonly openerClass?: string;
  readonly title: string;
  /** Effects of the act, with figures if there are any, followed by its form. */
  readonly body: Html;
}

/**
 * Attributes of a dialogue that the browser opens and closes (popover). The browser moves the focus into it and back,
 * so it works without a script and with the Escape key. The script traps the focus. With the focus `none`, a field in
 * the dialogue has `autofocus`.
 */
export const dialogueAttributes = (id: string, focus: 'dialogue' | 'none' = 'dialogue'): Html =>
  html`class="dialogue" id="${id}" popover role="dialog" aria-labelledby="${id}-title" tabindex="-1"
  ${focus === 'dialogue' && html`autofocus`}`;

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

/** Renders links to the newest and to older rows. The position is in the address. */
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
  /** Page with details. */
  readonly href?: string | undefined;
  /** Highlights a value that needs attention. */
  readonly tone?: Tone;
}

/** Renders the main figures, large and side by side. */
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

/** Renders text by another person unchanged. */
export const drawQuote = (text: string, by?: Html | string): Html =>
  html`<figure class="quote">
    <blockquote>${text}</blockquote>
    ${by !== undefined && html`<figcaption>${by}</figcaption>`}
  </figure>`;

export interface Picture {
  readonly src: string;
  /** Alternative text for screen readers. */
  readonly label: string;
  /** Buttons below the picture. */
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
