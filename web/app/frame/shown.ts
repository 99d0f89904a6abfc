import { h, type ComponentType, type VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { drawButton } from '../parts/button.ts';
import { html } from '../parts/html.ts';
import { drawEmpty, drawSkeleton } from '../parts/pieces.ts';
import type { Match } from '../router/match-path.ts';
import type { PlaceName } from '../router/places.ts';
import { scrollOf } from '../router/router.ts';
import { screens, type Parameters } from '../router/screens.ts';
import { frameTexts } from '../texts/frame-texts.ts';
import { useTexts } from '../texts/language.ts';

type Screen = ComponentType<{ readonly parameters: Parameters }>;

/** Those that were loaded: a second visit draws at once. */
const loaded = new Map<PlaceName, Screen>();
let isFirstVisit = true;

export interface ShownProperties {
  readonly match: Match;
  readonly visitKey: string;
  readonly path: string;
}

/** Before the first drawing: where it is there by then, nothing has to be drawn in its place. */
export const loadScreen = async (name: PlaceName): Promise<void> => {
  const { Screen } = await screens[name]();
  loaded.set(name, Screen);
};

/** Loads a screen, draws it, and puts the reader at its beginning, or where they were. */
export function Shown({ match, visitKey, path }: ShownProperties): VNode {
  const { name, parameters } = match;
  const texts = useTexts(frameTexts);
  const [failed, setFailed] = useState<PlaceName>();
  const [, draw] = useState({});
  const load = (): void => {
    setFailed(undefined);
    loadScreen(name).then(
      () => draw({}),
      () => setFailed(name),
    );
  };
  useLayoutEffect(() => {
    if (!loaded.has(name)) load();
  }, [name]);
  const screen = loaded.get(name);
  useLayoutEffect(() => {
    if (!screen) return;
    const top = scrollOf(visitKey);
    // A page that was just opened is at its top, and to say so would have all of it measured before it is drawn.
    if (!isFirstVisit || top > 0) scrollTo({ top });
    // Where the page was just opened, the browser's own beginning is the better one.
    if (!isFirstVisit) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    isFirstVisit = false;
  }, [screen, visitKey]);
  if (failed === name)
    return drawEmpty({
      title: texts.notLoaded,
      text: texts.offline,
      children: drawButton({ label: texts.tryAgain, onClick: load }),
    });
  // A screen of another person or event is another one, with a state of its own.
  return screen ? html`${h(screen, { key: path, parameters })}` : drawSkeleton('title', 'block', 'line');
}
