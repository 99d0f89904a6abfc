import { h, render } from 'preact';
import { App } from './frame/app.ts';
import { startRouter } from './router/router.ts';
import { watchCounters } from './state/counters.ts';
import { writeKnown } from './state/known.ts';
import { watchLine } from './state/live.ts';
import { startOutbox } from './state/outbox.ts';
import { startSession } from './state/session.ts';
import { startWorker } from './state/worker.ts';
import { language } from './texts/language.ts';

async function start(): Promise<void> {
  const place = document.querySelector('#app');
  if (!place) throw new Error('the shell has no place for the app');
  document.documentElement.lang = language.get();
  startRouter();
  watchLine();
  await startSession();
  watchCounters();
  startOutbox();
  // The skeleton of the shell stays until there is something to see.
  place.replaceChildren();
  render(h(App, { isSandbox: document.body.classList.contains('sandbox') }), place);
  addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && writeKnown());
  startWorker();
}

void start();
