import type { VNode } from 'preact';
import { html, type Children } from './html.ts';
import { drawIcon, type IconName } from './icon.ts';

export interface ButtonProperties {
  /** A verb. With an icon alone, it is what a screen reader says. */
  readonly label: string;
  readonly onClick?: ((event: Event) => void) | undefined;
  readonly kind?: 'main' | 'plain' | 'danger' | 'quiet';
  readonly icon?: IconName;
  readonly isIconAlone?: boolean;
  readonly isDisabled?: boolean;
  /** While the server is asked: it stays in place, with the focus, and cannot be pressed twice. */
  readonly isBusy?: boolean;
  readonly isSubmit?: boolean;
  readonly isWide?: boolean;
  readonly children?: Children;
}

/** Also of a form that is sent by Enter in one of its fields, which presses its button. */
const refuse = (event: Event): void => event.preventDefault();

/** A key that is held down presses once: what takes the place of a button may do the opposite. */
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
}: ButtonProperties): VNode {
  const classes = [kind === 'main' ? '' : kind, isIconAlone ? 'round' : '', isWide ? 'wide' : ''];
  return html`<button
    type=${isSubmit ? 'submit' : 'button'}
    class=${classes.join(' ').trim()}
    disabled=${isDisabled}
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
