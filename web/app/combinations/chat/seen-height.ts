import { useLayoutEffect } from 'preact/hooks';

/** Some keyboards of phones cover the page instead of making it smaller: then the chat is as high as what is seen of it. */
export function useSeenHeight(): void {
  useLayoutEffect(() => {
    const view = globalThis.visualViewport;
    if (!view) return undefined;
    const { style } = document.documentElement;
    const fit = (): void => {
      // Whoever zooms in wants to see a part, not a smaller whole.
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
