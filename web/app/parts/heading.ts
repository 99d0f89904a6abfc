import type { VNode } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { goBack } from '../router/router.ts';
import { frameTexts } from '../texts/frame-texts.ts';
import { useTexts } from '../texts/language.ts';
import { drawButton } from './button.ts';
import { html, type Children } from './html.ts';

export interface HeadingProperties {
  /** Text of the heading and title of the window. */
  readonly text: string;
  /** For a nested screen: the target of the back button if there is no history entry. */
  readonly backTo?: string;
  readonly isUnseen?: boolean;
  /** Picture of the person shown on the screen, before the text. */
  readonly picture?: Children;
  readonly below?: Children;
  readonly children?: Children;
}

/**
 * Renders the heading of a screen. Every screen must begin with one, because the frame focuses it when the screen
 * opens.
 */
export function Heading({
  text,
  backTo,
  isUnseen = false,
  picture,
  below,
  children,
}: HeadingProperties): VNode {
  const texts = useTexts(frameTexts);
  useLayoutEffect(() => {
    document.title = `${text} · Praça`;
  }, [text]);
  return html`<header class=${isUnseen ? 'heading unseen' : 'heading'}>
    ${
      backTo !== undefined &&
      drawButton({
        label: texts.back,
        icon: 'back',
        isIconAlone: true,
        kind: 'quiet',
        onClick: () => goBack(backTo),
      })
    }
    ${picture}
    ${
      below === undefined
        ? html`<h1 tabindex="-1">${text}</h1>`
        : html`<div class="titles">
            <h1 tabindex="-1" dir="auto">${text}</h1>
            ${below}
          </div>`
    }
    ${children}
  </header>`;
}
