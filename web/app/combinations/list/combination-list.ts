import { h, type VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { drawButton } from '../../parts/button.ts';
import { drawField } from '../../parts/field.ts';
import { Heading } from '../../parts/heading.ts';
import { html } from '../../parts/html.ts';
import { drawEmpty, drawSkeleton } from '../../parts/pieces.ts';
import { places } from '../../router/places.ts';
import { isConnected } from '../../state/live.ts';
import { useStore } from '../../state/store.ts';
import { frameTexts } from '../../texts/frame-texts.ts';
import { useTexts } from '../../texts/language.ts';
import { combinationTexts } from '../texts.ts';
import { divide, searchByName, type Combination } from './combination-rules.ts';
import { CombinationRow } from './combination-row.ts';
import { combinations, isWhole, readAll, readCombinations, watchCombinations } from './combinations.ts';
import { drawFaces } from './faces.ts';
import { PersonMenu } from './person-menu.ts';

/** Number of combinations from which the search field is shown. */
const many = 8;
/** Polling interval: there are no live updates of the online status. */
const lookAgainMs = 45_000;
/** Scroll position of the list beside a chat, which is rendered again for each chat. */
let scrolledTo = 0;

export interface ListProperties {
  readonly currentId: string | undefined;
  readonly isWide: boolean;
}

export function CombinationList({ currentId, isWide }: ListProperties): VNode {
  const [texts, frame] = [useTexts(combinationTexts), useTexts(frameTexts)];
  const list = useStore(combinations);
  const [whole, connected] = [useStore(isWhole), useStore(isConnected)];
  const [wanted, setWanted] = useState('');
  const [chosen, setChosen] = useState<Combination>();
  const pane = useRef<HTMLElement>(null);
  useEffect(watchCombinations, []);
  useEffect(() => {
    const look = (): void => void (document.visibilityState === 'visible' && readCombinations());
    const timer = setInterval(look, lookAgainMs);
    addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      removeEventListener('visibilitychange', look);
    };
  }, []);
  useLayoutEffect(() => {
    if (pane.current) pane.current.scrollTop = scrolledTo;
  }, []);
  const found = wanted === '' ? (list ?? []) : searchByName(list ?? [], wanted);
  // Without a connection the online status is unknown.
  const { fresh, talks } = divide(connected ? found : found.map((one) => ({ ...one, isOnline: false })));
  return html`<section
    class="talk-list"
    ref=${pane}
    aria-label=${frame.combinations}
    onScroll=${() => (scrolledTo = pane.current?.scrollTop ?? 0)}
  >
    ${
      currentId === undefined
        ? h(Heading, { text: frame.combinations })
        : html`<header class="heading"><h2>${frame.combinations}</h2></header>`
    }
    ${list === undefined && drawSkeleton('row', 'row', 'row', 'row')}
    ${list?.length === 0 && drawNobody(texts)}
    ${
      (list?.length ?? 0) > many &&
      drawField({
        name: 'search',
        label: texts.search,
        value: wanted,
        type: 'search',
        onInput: (text) => {
          setWanted(text);
          void readAll();
        },
      })
    }
    ${
      wanted !== '' &&
      found.length === 0 &&
      drawEmpty({ title: texts.nobody(wanted), text: texts.nobodyText })
    }
    ${fresh.length > 0 && drawFaces(fresh, texts)}
    ${fresh.length > 0 && talks.length === 0 && wanted === '' && html`<p class="soft">${texts.noTalks}</p>`}
    ${
      talks.length > 0 &&
      html`<ul class="rows" aria-label=${texts.talks} onKeyDown=${moveFocus}>
        ${talks.map((one) =>
          h(CombinationRow, { key: one.id, one, isCurrent: one.id === currentId, onMenu: setChosen }),
        )}
      </ul>`
    }
    ${
      list !== undefined &&
      list.length > 0 &&
      !whole &&
      drawButton({ label: texts.more, kind: 'plain', isWide: true, onClick: () => void readAll() })
    }
    ${
      chosen && h(PersonMenu, { person: chosen, isListed: true, isWide, onClose: () => setChosen(undefined) })
    }
  </section>`;
}

const drawNobody = (texts: { empty: string; emptyText: string; discover: string }): VNode =>
  drawEmpty({
    title: texts.empty,
    text: texts.emptyText,
    // The Discover tab may be turned off.
    children:
      Object.hasOwn(places, 'discover') && html`<a class="button" href="/app/discover">${texts.discover}</a>`,
  });

/** Moves the focus with the arrow keys. Enter follows the link by default. */
export function moveFocus(event: KeyboardEvent): void {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    Home: -Infinity,
    End: Infinity,
  };
  const step = steps[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const links = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('a')];
  const at = links.indexOf((event.target as HTMLElement).closest('li')?.querySelector('a') ?? links[0]!);
  links[Math.min(Math.max(at + step, 0), links.length - 1)]?.focus();
  event.preventDefault();
}
