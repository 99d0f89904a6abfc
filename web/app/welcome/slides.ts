import { h, type VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { html } from '../parts/html.ts';
import { copyAddress } from '../parts/own-address.ts';
import { Photo } from '../parts/photo.ts';
import { language, useTexts } from '../texts/language.ts';
import { drawScene, type Samples } from './scenes.ts';
import { welcomeTexts } from './texts.ts';

export interface Slide {
  /** Empty for a picture of the app itself. */
  readonly photo: string;
  readonly description: string;
}

export interface SlidesProperties {
  readonly slides: readonly Slide[];
  readonly samples: Samples;
  readonly at: number;
  readonly onMove: (to: number) => void;
}

/**
 * Time without movement after which scrolling has ended; not every browser has the `scrollend` event. Slides passed
 * during a scroll must not be reported.
 */
const stillMs = 120;

/** Renders slides, moved by native scrolling, by the arrow keys and by buttons. */
export function Slides({ slides, samples, at, onMove }: SlidesProperties): VNode {
  const texts = useTexts(welcomeTexts);
  const strip = useRef<HTMLElement>(null);
  const still = useRef<ReturnType<typeof setTimeout>>(undefined);
  const seen = useRef<number | undefined>(at);
  const leadsTo = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (!strip.current || seen.current === at) return;
    clearTimeout(still.current);
    seen.current = undefined;
    leadsTo.current = at;
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    strip.current.scrollTo({ left: at * strip.current.clientWidth, behavior: isCalm ? 'instant' : 'smooth' });
  }, [at]);
  const settle = (): void => {
    if (!strip.current) return;
    seen.current = shownOf(strip.current);
    onMove(seen.current);
  };
  const takeOver = (): void => void (leadsTo.current = undefined);
  const move = (by: number): void => onMove(Math.min(slides.length - 1, Math.max(0, at + by)));
  return html`<section
      class="slides"
      ref=${strip}
      tabindex="0"
      aria-label=${texts.slides}
      onScroll=${() => {
        // A button's animated scroll is still under way; on a slow machine it may pause for longer than `stillMs`.
        if (leadsTo.current !== undefined && strip.current && shownOf(strip.current) !== leadsTo.current)
          return;
        leadsTo.current = undefined;
        clearTimeout(still.current);
        still.current = setTimeout(settle, stillMs);
      }}
      onPointerDown=${takeOver}
      onWheel=${takeOver}
      onKeyDown=${(event: KeyboardEvent) => {
        const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        move(by);
      }}
    >
      ${slides.map(
        ({ photo, description }, index) =>
          html`<figure
            key=${index}
            class=${photo === '' ? 'slide drawn' : 'slide'}
            aria-label=${texts.place(index + 1, slides.length)}
          >
            ${
              photo === ''
                ? drawScene(index, samples)
                : h(Photo, {
                    url: copyAddress(photo, 'presentation', index, language.get()),
                    name: 'Praça',
                    shape: 'card',
                    isFirst: index === 0,
                  })
            }
            <figcaption>${description}</figcaption>
          </figure>`,
      )}
    </section>
    <p class="slide-dots" role="status">
      <span class="unseen">${texts.place(at + 1, slides.length)}</span>
      ${slides.map((_, index) => html`<span key=${index} class=${index === at ? 'dot at' : 'dot'}></span>`)}
    </p>`;
}

const shownOf = (strip: HTMLElement): number =>
  strip.clientWidth === 0 ? 0 : Math.round(strip.scrollLeft / strip.clientWidth);
