import type { VNode } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { goBack } from '../router/router.ts';
import { frameTexts } from '../texts/frame-texts.ts';
import { useTexts } from '../texts/language.ts';
import { drawButton } from './button.ts';
import { html, type Children } from './html.ts';

export interface HeadingProperties {
  /** Also the title of the window. */
  readonly text: string;
  /** For a screen below another one: where back leads if one did not come from there. */
  readonly backTo?: string;
  readonly isUnseen?: boolean;
  /** Of the person whom the screen is about, before the text. */
  readonly picture?: Children;
  /** A line below the text. */
  readonly below?: Children;
  /** Buttons at its right. */
  readonly children?: Children;
}

/** Every screen has one, first of all: the frame puts the focus on it when the screen is shown. */
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
