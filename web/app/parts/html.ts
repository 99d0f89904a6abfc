import htm from 'htm';
import { h, type ComponentChildren, type VNode } from 'preact';

/**
 * Template tag: html`<p>${name}</p>`. Values are text, never markup. Stateful components are inserted as `${h(Sheet, {
 * … })}`, which type-checks their properties, and stateless parts as function calls: `${drawButton({ … })}`.
 */
type Html = (strings: TemplateStringsArray, ...values: unknown[]) => VNode;
// The package declares its types for another module format than it ships.
export const html: Html = (htm as unknown as { bind(draw: typeof h): Html }).bind(h);

export type Children = ComponentChildren;
