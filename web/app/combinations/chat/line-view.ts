import { Component, type VNode } from 'preact';
import { drawButton } from '../../parts/button.ts';
import { html } from '../../parts/html.ts';
import { drawIcon, type IconName } from '../../parts/icon.ts';
import { discard, tryAgain } from '../../state/outbox.ts';
import { textsNow } from '../../texts/language.ts';
import type { Delivery, Line } from './chat-rules.ts';
import { timeText } from './moments.ts';
import { isPictureAlone, splitLinks } from './text-parts.ts';
import { chatTexts } from './texts.ts';

export interface LineProperties {
  readonly line: Line;
  readonly name: string;
  /** True if the previous line is by the same person. */
  readonly isRun: boolean;
  readonly onMenu: (line: Line) => void;
}

const signs: Readonly<Record<Delivery, IconName>> = {
  waiting: 'clock',
  refused: 'fault',
  sent: 'tick',
  read: 'ticks',
};

/** Re-renders only after a change, because a chat may have thousands of lines. */
export class LineView extends Component<LineProperties> {
  override shouldComponentUpdate(next: LineProperties): boolean {
    return next.line !== this.props.line || next.isRun !== this.props.isRun || next.name !== this.props.name;
  }

  override render({ line, name, isRun, onMenu }: LineProperties): VNode {
    const texts = textsNow(chatTexts);
    const { isOwn, isDeleted, delivery, entry } = line;
    const large = !isDeleted && isPictureAlone(line.text);
    const classes = [
      'line',
      isOwn ? 'own' : 'other',
      isRun ? 'run' : '',
      delivery ?? '',
      isDeleted ? 'gone' : '',
    ];
    const open = (event: Event): void => {
      event.preventDefault();
      onMenu(line);
    };
    const hasMenu = line.id !== undefined && !isDeleted;
    return html`<li
      class=${classes.filter(Boolean).join(' ')}
      tabindex="-1"
      onContextMenu=${hasMenu && ((event: Event) => !hasSelection() && open(event))}
      onKeyDown=${
        hasMenu &&
        ((event: KeyboardEvent) => {
          if (event.target === event.currentTarget && ['Enter', 'Delete'].includes(event.key)) open(event);
        })
      }
    >
      <div class=${large ? 'bubble large' : 'bubble'}>
        <span class="unseen">${isOwn ? texts.own : name}:</span>
        ${
          isDeleted
            ? html`<p class="text"><em>${texts.deleted}</em></p>`
            : html`<p class="text" dir="auto">${drawText(line.text)}</p>`
        }
        <span class="meta">
          <time datetime=${line.at}>${timeText(line.at)}</time>
          ${
            delivery &&
            !isDeleted &&
            html`<span class="delivery"
              >${drawIcon(signs[delivery])}<span class="unseen">${texts[delivery]}</span></span
            >`
          }
        </span>
      </div>
      ${
        hasMenu &&
        html`<button
          type="button"
          class="quiet round options"
          tabindex="-1"
          aria-label=${texts.options}
          onClick=${open}
        >
          ${drawIcon('more')}
        </button>`
      }
      ${
        entry?.fault !== undefined &&
        html`<div class="refusal">
          <p>${texts.refused}. ${entry.fault}</p>
          <span class="row">
            ${drawButton({ label: texts.tryAgain, kind: 'plain', onClick: () => void tryAgain(entry) })}
            ${drawButton({ label: texts.discard, kind: 'quiet', onClick: () => void discard([entry]) })}
          </span>
        </div>`
      }
    </li>`;
  }
}

/** With selected text, the browser's own context menu is left in place. */
const hasSelection = (): boolean => getSelection()?.isCollapsed === false;

const drawText = (text: string): readonly unknown[] =>
  splitLinks(text).map((part) =>
    part.link === undefined
      ? part.text
      : html`<a href=${part.link} target="_blank" rel="noopener noreferrer nofollow">${part.text}</a>`,
  );
