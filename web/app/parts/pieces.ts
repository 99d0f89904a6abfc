import type { VNode } from 'preact';
import { html, type Children } from './html.ts';

/** Renders a count beside a name, or nothing for zero. `says` names what is counted, for screen readers. */
export const drawCount = (count: number, says: string): VNode | undefined =>
  count > 0
    ? html`<span class="count"
        ><span aria-hidden="true">${count > 99 ? '99+' : count}</span
        ><span class="unseen">${says}</span></span
      >`
    : undefined;

export const drawBadge = (text: string, kind: 'plain' | 'good' | 'warn' | 'bad' = 'plain'): VNode =>
  html`<span class=${`badge ${kind}`}>${text}</span>`;

export type SkeletonShape = 'title' | 'line' | 'block' | 'row' | 'card';

/** Renders placeholders in the shape of the expected content. */
export const drawSkeleton = (...shapes: readonly SkeletonShape[]): VNode =>
  html`<div class="stack" aria-hidden="true">
    ${shapes.map((shape, index) => html`<span key=${index} class=${`skeleton ${shape}`}></span>`)}
  </div>`;

export interface EmptyProperties {
  readonly title: string;
  /** Why the list is empty and what to do. */
  readonly text: string;
  readonly children?: Children;
}

export const drawEmpty = ({ title, text, children }: EmptyProperties): VNode =>
  html`<div class="empty">
    <h2>${title}</h2>
    <p>${text}</p>
    ${children}
  </div>`;
