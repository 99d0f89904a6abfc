import htm from 'htm';
import { h, type ComponentChildren, type VNode } from 'preact';

/**
 * html`<p>${name}</p>`: what is put in is text, never markup. Components with state are put in as `${h(Sheet, { … })}`,
 * whose properties are checked, and the rest as functions: `${drawButton({ … })}`.
 */
type Html = (strings: TemplateStringsArray, ...values: unknown[]) => VNode;
// Its types are those of another kind of module than it is.
export const html: Html = (htm as unknown as { bind(draw: typeof h): Html }).bind(h);

export type Children = ComponentChildren;
