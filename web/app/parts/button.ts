import type { VNode } from 'preact';
import { html, type Children } from './html.ts';
import { drawIcon, type IconName } from './icon.ts';

export interface ButtonProperties {
  /** A verb. For an icon-only button, the name for screen readers. */
  readonly label: string;
  readonly onClick?: ((event: Event) => void) | undefined;
  readonly kind?: 'main' | 'plain' | 'danger' | 'quiet';
  readonly icon?: IconName;
  readonly isIconAlone?: boolean;
  readonly isDisabled?: boolean;
  /** True during a request: the button keeps its place and focus but cannot be pressed again. */
  readonly isBusy?: boolean;
  readonly isSubmit?: boolean;
  readonly isWide?: boolean;
  /** True for the button that a dialogue focuses when it opens. */
  readonly takesFocus?: boolean;
  readonly children?: Children;
}

/** Also blocks the implicit submission of a form by Enter in a field, which clicks its button. */
const refuse = (event: Event): void => event.preventDefault();

/** Ignores repeats of a held key: the button that replaces this one may do the opposite. */
const refuseRepeated = (event: KeyboardEvent): void => {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
};

export function drawButton({
  label,
  onClick,
  kind = 'main',
  icon,
  isIconAlone = false,
  isDisabled = false,
  isBusy = false,
  isSubmit = false,
  isWide = false,
  takesFocus = false,
}: ButtonProperties): VNode {
  const classes = [kind === 'main' ? '' : kind, isIconAlone ? 'round' : '', isWide ? 'wide' : ''];
  return html`<button
    type=${isSubmit ? 'submit' : 'button'}
    class=${classes.join(' ').trim()}
    disabled=${isDisabled}
    autofocus=${takesFocus}
    aria-disabled=${isBusy ? 'true' : undefined}
    aria-busy=${isBusy ? 'true' : undefined}
    aria-label=${isIconAlone ? label : undefined}
    title=${isIconAlone ? label : undefined}
    onClick=${isBusy ? refuse : onClick}
    onKeyDown=${refuseRepeated}
  >
    ${icon && drawIcon(icon)}${isIconAlone ? undefined : html`<span>${label}</span>`}
  </button>`;
}
