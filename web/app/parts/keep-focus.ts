/** Whoever has neither what they pressed nor what stood in its place goes on at the beginning of the screen. */
export function keepFocus(): void {
  if (document.activeElement === null || document.activeElement === document.body)
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}
