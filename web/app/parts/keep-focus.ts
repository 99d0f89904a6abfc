/** Focuses the heading if the focused element was removed without a replacement. */
export function keepFocus(): void {
  if (document.activeElement === null || document.activeElement === document.body)
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}
