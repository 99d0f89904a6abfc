import type { SocialApi } from '@praca/client';
import { h, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { drawButton } from '../parts/button.ts';
import { Heading } from '../parts/heading.ts';
import { html } from '../parts/html.ts';
import { drawSkeleton } from '../parts/pieces.ts';
import { startPath } from '../router/places.ts';
import { navigate } from '../router/router.ts';
import { act } from '../state/act.ts';
import { api } from '../state/api.ts';
import { keptStore } from '../state/known.ts';
import { me } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useTexts } from '../texts/language.ts';
import { Slides } from './slides.ts';
import { Terms } from './terms.ts';
import { welcomeTexts } from './texts.ts';

type Presentation = SocialApi['GET /presentation']['answer'];
const presentation = keptStore<Presentation | undefined>('presentation', undefined);

/** Returns the presentation, or undefined if there is none or it cannot be loaded. Then only the terms are shown. */
function usePresentation(): Presentation | undefined {
  const known = useStore(presentation);
  useEffect(() => {
    api.get('/presentation').then(
      (found) => presentation.set(found),
      () => presentation.get() ?? presentation.set([]),
    );
  }, []);
  return known;
}

export function Screen(): VNode {
  const texts = useTexts(welcomeTexts);
  const slides = usePresentation();
  const isSignedIn = useStore(me) !== undefined;
  const [at, setAt] = useState(0);
  const [showsTerms, setShowsTerms] = useState(false);
  const last = Math.max(0, (slides?.length ?? 1) - 1);
  const leave = (): void => {
    if (isSignedIn) {
      // Hides the tour at once. If the request fails, the server asks for the tour again later.
      me.change((present) => present && { ...present, needsTour: false });
      void act(() => api.put('/user/perfil', { body: { need_tour: false } }));
    }
    navigate(isSignedIn ? startPath() : '/app/sign-in', { replace: true });
  };
  if (!slides) return drawSkeleton('title', 'card', 'line');
  const isLast = at >= last;
  return html`${h(Heading, {
      text: texts.title,
      children: !isLast && drawButton({ label: texts.skip, kind: 'quiet', onClick: () => setAt(last) }),
    })}
    ${slides.length > 0 && h(Slides, { slides, at, onMove: setAt })}
    <div class="welcome-acts stack tight">
      ${
        isLast
          ? drawButton({ label: isSignedIn ? texts.start : texts.signIn, isWide: true, onClick: leave })
          : drawButton({ label: texts.next, isWide: true, onClick: () => setAt(at + 1) })
      }
      <p class="soft small">
        ${texts.accept}${' '}
        <button type="button" class="link" onClick=${() => setShowsTerms(true)}>${texts.terms}</button>.
      </p>
    </div>
    ${showsTerms && h(Terms, { title: texts.termsTitle, onClose: () => setShowsTerms(false) })}`;
}
