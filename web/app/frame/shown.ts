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

/** Loaded screens. A second visit renders without delay. */
const loaded = new Map<PlaceName, Screen>();
let isFirstVisit = true;

export interface ShownProperties {
  readonly match: Match;
  readonly visitKey: string;
  readonly path: string;
}

/** Loads a screen. Called before the first rendering, so that no skeleton is needed. */
export const loadScreen = async (name: PlaceName): Promise<void> => {
  const { Screen } = await screens[name]();
  loaded.set(name, Screen);
};

/** Loads and renders a screen. Scrolls to its top or to the previous position. */
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
    // A new page is already at its top, and `scrollTo` would force a layout before the first paint.
    if (!isFirstVisit || top > 0) scrollTo({ top });
    // On page load the browser's own initial focus is better.
    if (!isFirstVisit) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    isFirstVisit = false;
  }, [screen, visitKey]);
  if (failed === name)
    return drawEmpty({
      title: texts.notLoaded,
      text: texts.offline,
      children: drawButton({ label: texts.tryAgain, onClick: load }),
    });
  // The key gives screens of different people or events separate state.
  return screen ? html`${h(screen, { key: path, parameters })}` : drawSkeleton('title', 'block', 'line');
}
