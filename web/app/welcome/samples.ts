import { useEffect, useState } from 'preact/hooks';
import { api } from '../state/api.ts';
import type { Samples } from './scenes.ts';

/** Reads an event that is on, and a card if a user is signed in. Others may not see people. */
export function useSamples(isSignedIn: boolean): Samples {
  const [samples, setSamples] = useState<Samples>({ event: undefined, card: undefined });
  useEffect(() => {
    const add = (some: Partial<Samples>): void => setSamples((before) => ({ ...before, ...some }));
    api.get('/event/spotlight').then(
      ([event]) => add({ event }),
      () => {},
    );
    if (!isSignedIn) return;
    api.get('/user/feed', { query: { limit: 1 } }).then(
      ([card]) => add({ card }),
      () => {},
    );
  }, []);
  return samples;
}
