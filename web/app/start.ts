import { h, render } from 'preact';
import { App } from './frame/app.ts';
import { loadScreen } from './frame/shown.ts';
import { matchPath } from './router/match-path.ts';
import { places } from './router/places.ts';
import { startRouter, visit } from './router/router.ts';
import { lastUser } from './state/api.ts';
import { watchCounters } from './state/counters.ts';
import { watchEndingBlocks } from './state/ending-blocks.ts';
import { watchEndings } from './state/forget-person.ts';
import { writeKnown } from './state/known.ts';
import { watchLine } from './state/live.ts';
import { startOutbox } from './state/outbox.ts';
import { watchPhotos } from './state/photo-cache.ts';
import { startSession } from './state/session.ts';
import { startWorker } from './state/worker.ts';
import { language } from './texts/language.ts';

/**
 * Loads the first screen before rendering, unless the visitor will be redirected. Without a connection the frame shows
 * the error in its place.
 */
async function loadFirstScreen(): Promise<void> {
  const match = matchPath(visit.get().path);
  if (match && (places[match.name].isOpen || lastUser() !== undefined))
    await loadScreen(match.name).catch(() => {});
}

async function start(): Promise<void> {
  const place = document.querySelector('#app');
  if (!place) throw new Error('the shell has no place for the app');
  document.documentElement.lang = language.get();
  startRouter();
  watchLine();
  await Promise.all([startSession(), loadFirstScreen()]);
  watchCounters();
  watchEndingBlocks();
  watchPhotos();
  watchEndings();
  startOutbox();
  // The skeleton of the shell stays until the app can be rendered.
  place.replaceChildren();
  render(h(App, { isSandbox: document.body.classList.contains('sandbox') }), place);
  addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && writeKnown());
  startWorker();
}

void start();
