import type { SocialApi } from '@praca/client';
import { h, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { drawButton } from '../parts/button.ts';
import { Heading } from '../parts/heading.ts';
import { html, type Children } from '../parts/html.ts';
import { drawSkeleton } from '../parts/pieces.ts';
import { profile, useFresh } from '../profile/own-state.ts';
import { startPath } from '../router/places.ts';
import { navigate } from '../router/router.ts';
import { act } from '../state/act.ts';
import { api } from '../state/api.ts';
import { keptStore } from '../state/known.ts';
import { me } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useTexts } from '../texts/language.ts';
import { useSamples } from './samples.ts';
import { Slides, type Slide } from './slides.ts';
import { nextStep, SetUpStep, steps, type Step } from './steps.ts';
import { Terms } from './terms.ts';
import { welcomeTexts } from './texts.ts';

type Presentation = SocialApi['GET /presentation']['answer'];
const presentation = keptStore<Presentation | undefined>('presentation', undefined);

/** Step that the user has reached, so that a reload continues there. Undefined during the presentation. */
const reached = keptStore<Step | undefined>('welcome.step', undefined);

/** Pictures of shapes that the sandbox draws. A picture of the app says more. */
const isShapes = (photo: string): boolean => /\/posters\/[^/]+\.svg$/.test(photo);

/** Returns the operator's presentation, or the app's own if there is none; undefined while it is read. */
function useSlides(captions: readonly string[]): readonly Slide[] | undefined {
  const known = useStore(presentation);
  useEffect(() => {
    api.get('/presentation').then(
      (found) => presentation.set(found),
      () => presentation.get() ?? presentation.set([]),
    );
  }, []);
  if (known?.length === 0) return captions.map((description) => ({ photo: '', description }));
  return known?.map(({ photo, description }) => ({ photo: isShapes(photo) ? '' : photo, description }));
}

function leave(isSignedIn: boolean): void {
  if (isSignedIn) {
    // Hides the tour at once. If the request fails, the server asks for the tour again later.
    me.change((present) => present && { ...present, needsTour: false });
    reached.set(undefined);
    void act(() => api.put('/user/perfil', { body: { need_tour: false } }));
  }
  navigate(isSignedIn ? startPath() : '/app/sign-in', { replace: true });
}

export function Screen(): Children {
  const present = useStore(me);
  const at = useStore(reached);
  if (present?.needsTour && at !== undefined) return h(SetUp, { at });
  return h(Tour, { isSignedIn: present !== undefined });
}

function SetUp({ at }: { readonly at: Step }): Children {
  const { value: known } = useFresh(profile);
  const next = (): void => {
    const following = nextStep(steps.indexOf(at) + 1, known);
    if (following === undefined) leave(true);
    else reached.set(following);
  };
  return h(SetUpStep, { key: at, step: at, onNext: next });
}

function Tour({ isSignedIn }: { readonly isSignedIn: boolean }): VNode {
  const texts = useTexts(welcomeTexts);
  const slides = useSlides(texts.captions);
  const samples = useSamples(isSignedIn);
  const [at, setAt] = useState(0);
  const [showsTerms, setShowsTerms] = useState(false);
  if (!slides) return drawSkeleton('title', 'card', 'line');
  const goOn = async (): Promise<void> => {
    if (!me.get()?.needsTour) return leave(isSignedIn);
    const known = await profile.read().catch(() => undefined);
    if (known) profile.store.set(known);
    const first = nextStep(0, known);
    if (first === undefined) leave(true);
    else reached.set(first);
  };
  const isLast = at >= slides.length - 1;
  return html`${h(Heading, {
      text: texts.title,
      children: !isLast && drawButton({ label: texts.skip, kind: 'quiet', onClick: () => void goOn() }),
    })}
    ${h(Slides, { slides, samples, at, onMove: setAt })}
    <div class="welcome-acts stack tight">
      ${
        isLast
          ? drawButton({
              label: isSignedIn ? texts.start : texts.signIn,
              isWide: true,
              onClick: () => void goOn(),
            })
          : drawButton({ label: texts.next, isWide: true, onClick: () => setAt(at + 1) })
      }
      <p class="soft small">
        ${texts.accept}${' '}
        <button type="button" class="link" onClick=${() => setShowsTerms(true)}>${texts.terms}</button>.
      </p>
    </div>
    ${showsTerms && h(Terms, { title: texts.termsTitle, onClose: () => setShowsTerms(false) })}`;
}
