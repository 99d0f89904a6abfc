import { h, type RefObject, type VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { drawButton } from '../../parts/button.ts';
import { html } from '../../parts/html.ts';
import { drawIcon } from '../../parts/icon.ts';
import { drawSkeleton } from '../../parts/pieces.ts';
import { isConnected } from '../../state/live.ts';
import { useStore } from '../../state/store.ts';
import { useTexts } from '../../texts/language.ts';
import type { Chat, Line } from './chat-rules.ts';
import { groupByDay } from './days.ts';
import { LineView } from './line-view.ts';
import { dayText } from './moments.ts';
import { loadOlder } from './read-chat.ts';
import { chatTexts } from './texts.ts';

/** Distance from the end, in pixels, that still counts as the end. */
const nearPx = 48;
const tryAgainMs = 3000;

export interface MessageListProperties {
  readonly otherId: string;
  readonly name: string;
  /** Name of an event to which both go, for a chat without messages. */
  readonly shared: string | undefined;
  readonly chat: Chat;
  readonly lines: readonly Line[];
  readonly pane: RefObject<HTMLDivElement | null>;
  readonly isAtEnd: boolean;
  readonly onScrolled: (isAtEnd: boolean) => void;
  readonly onMenu: (line: Line) => void;
}

/**
 * Renders the messages in a reversed scroll container: the browser keeps the newest message in view, and loading older
 * ones does not move the rest. Lines out of view are not laid out (`content-visibility`).
 */
export function MessageList(properties: MessageListProperties): VNode {
  const { otherId, name, shared, chat, lines, pane, isAtEnd, onScrolled, onMenu } = properties;
  const texts = useTexts(chatTexts);
  const connected = useStore(isConnected);
  const older = useRef<HTMLDivElement>(null);
  const [seenId, setSeenId] = useState('');
  const newestId = chat.messages.at(-1)?.id ?? '';
  useLoading(pane, older, () => loadOlder(otherId), [chat.messages.length, chat.older, connected]);
  useStaying(pane, isAtEnd, newestId);
  useEffect(() => {
    if (isAtEnd) setSeenId(newestId);
  }, [isAtEnd, newestId]);
  const scroll = (): void => onScrolled((pane.current?.scrollTop ?? 0) > -nearPx);
  const news = isAtEnd
    ? 0
    : chat.messages.filter(({ id, from, deleted }) => id > seenId && from === otherId && !deleted).length;
  const now = new Date();
  return html`<div class="messages-frame">
    <div
      class="messages"
      ref=${pane}
      role="region"
      aria-label=${texts.messages(name)}
      tabindex="0"
      onScroll=${scroll}
      onKeyDown=${moveBetweenLines}
    >
      <div class="inside">
        ${
          chat.older !== null &&
          html`<div class="older" ref=${older}>
            ${drawButton({ label: texts.older, kind: 'plain', onClick: () => void loadOlder(otherId) })}
          </div>`
        }
        ${!chat.isFresh && lines.length === 0 && connected && drawSkeleton('line', 'line', 'line')}
        ${
          chat.isFresh &&
          lines.length === 0 &&
          html`<p class="hello">
            ${drawIcon('heart')}<span>${texts.first(name)}</span>
            ${shared !== undefined && html`<strong>${texts.bothGo(shared)}</strong>`}
          </p>`
        }
        ${groupByDay(lines).map(
          ({ day, lines: ofDay }) =>
            html`<section key=${day} class="day">
              <h2><time datetime=${day}>${dayText(day, now)}</time></h2>
              <ol>
                ${ofDay.map((line, index) => {
                  const isRun = ofDay[index - 1]?.isOwn === line.isOwn;
                  return h(LineView, { key: line.key, line, name, isRun, onMenu });
                })}
              </ol>
            </section>`,
        )}
      </div>
    </div>
    ${
      !isAtEnd &&
      html`<button
        type="button"
        class=${news > 0 ? 'to-end news' : 'to-end plain'}
        aria-label=${news > 0 ? undefined : texts.toEnd}
        onClick=${() => scrollToEnd(pane)}
      >
        ${drawIcon('down')}${news > 0 && html`<span>${texts.newOnes(news)}</span>`}
      </button>`
    }
  </div>`;
}

export const scrollToEnd = (pane: RefObject<HTMLDivElement | null>): void =>
  pane.current?.scrollTo({ top: 0 });

/** Loads older messages shortly before the reader scrolls to the first one. */
function useLoading(
  pane: RefObject<HTMLDivElement | null>,
  older: RefObject<HTMLDivElement | null>,
  load: () => Promise<boolean>,
  inputs: readonly unknown[],
): void {
  useEffect(() => {
    const place = older.current;
    if (!place) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const observer = new IntersectionObserver(
      (seen) => {
        if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
        void askForMore();
      },
      { root: pane.current, rootMargin: '600px 0px 0px 0px' },
    );
    const askForMore = async (): Promise<void> => {
      if (!(await load()) && !isOver) timer = setTimeout(lookAgain, tryAgainMs);
    };
    // Restarts the observer, so that a reader who stays at the top gets a retry without scrolling.
    const lookAgain = (): void => {
      observer.unobserve(place);
      observer.observe(place);
    };
    observer.observe(place);
    return () => {
      isOver = true;
      clearTimeout(timer);
      observer.disconnect();
    };
  }, inputs);
}

/** Restores the scroll position when a message arrives below, for browsers without scroll anchoring (Safari). */
function useStaying(pane: RefObject<HTMLDivElement | null>, isAtEnd: boolean, newestId: string): void {
  const height = useRef(0);
  useLayoutEffect(() => {
    const shown = pane.current;
    if (!shown) return;
    const grown = shown.scrollHeight - height.current;
    if (!isAtEnd && height.current > 0 && !CSS.supports('overflow-anchor', 'auto')) shown.scrollTop -= grown;
  }, [newestId]);
  useLayoutEffect(() => {
    height.current = pane.current?.scrollHeight ?? 0;
  });
}

/** Moves the focus between messages with the arrow keys. */
function moveBetweenLines(event: KeyboardEvent): void {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    Home: -Infinity,
    End: Infinity,
  };
  const step = steps[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const pane = event.currentTarget as HTMLElement;
  const lines = [...pane.querySelectorAll<HTMLElement>('.line')];
  const at = lines.indexOf((event.target as HTMLElement).closest<HTMLElement>('.line') ?? pane);
  const to = at === -1 ? lines.length - 1 : Math.min(Math.max(at + step, 0), lines.length - 1);
  focusLine(lines[to]);
  event.preventDefault();
}

function focusLine(line: HTMLElement | undefined): void {
  line?.focus({ preventScroll: true });
  line?.scrollIntoView({ block: 'nearest' });
}

export const focusNewest = (pane: RefObject<HTMLDivElement | null>): void =>
  focusLine([...(pane.current?.querySelectorAll<HTMLElement>('.line') ?? [])].at(-1));
