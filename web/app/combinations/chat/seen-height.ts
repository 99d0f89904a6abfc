import { useLayoutEffect } from 'preact/hooks';

/**
 * Sets the height of the chat to the visible height. Some on-screen keyboards cover the page instead of resizing it.
 */
export function useSeenHeight(): void {
  useLayoutEffect(() => {
    const view = globalThis.visualViewport;
    if (!view) return undefined;
    const { style } = document.documentElement;
    const fit = (): void => {
      // Ignores pinch zoom, which must not shrink the page.
      if (view.scale > 1.01) return;
      style.setProperty('--seen-height', `${Math.round(view.height)}px`);
      if (view.offsetTop > 0) scrollTo({ top: 0 });
    };
    fit();
    view.addEventListener('resize', fit);
    return () => {
      view.removeEventListener('resize', fit);
      style.removeProperty('--seen-height');
    };
  }, []);
}
