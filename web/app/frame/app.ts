import { h, type VNode } from 'preact';
import { html } from '../parts/html.ts';
import { startPath } from '../router/places.ts';
import { matchPath } from '../router/match-path.ts';
import { visit } from '../router/router.ts';
import { onUpdate } from '../state/live.ts';
import { me } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { showToast } from '../state/toasts.ts';
import { frameTexts } from '../texts/frame-texts.ts';
import { textsNow, useTexts } from '../texts/language.ts';
import { Bar } from './bar.ts';
import { ConnectionLine } from './connection-line.ts';
import { EndingBlocks } from './ending-blocks.ts';
import { Missing } from './missing.ts';
import { Shown } from './shown.ts';
import { ToastLine } from './toast-line.ts';
import { useGuardedVisit } from './guard.ts';

// The server sends no push notifications to a user whose app is connected.
onUpdate('report', () => showToast({ text: textsNow(frameTexts).reportAnswered }));

export function App({ isSandbox }: { readonly isSandbox: boolean }): VNode {
  const texts = useTexts(frameTexts);
  const { path, query, key } = useStore(visit);
  const present = useStore(me);
  const isSignedIn = present !== undefined;
  useGuardedVisit({ path, query }, { isSignedIn, needsTour: present?.needsTour ?? false }, startPath());
  const match = matchPath(path);
  return html`<div class="app">
    ${isSandbox && html`<header class="sandbox-name">${texts.sandbox}</header>`} ${h(ConnectionLine, {})}
    ${isSignedIn && match?.name !== 'welcome' && h(EndingBlocks, {})}
    <main class="screen">
      ${match ? h(Shown, { match, visitKey: key, path }) : path === '/app' || h(Missing, { to: startPath() })}
    </main>
    ${isSignedIn && match?.name !== 'welcome' && h(Bar, { place: match?.name })} ${h(ToastLine, {})}
  </div>`;
}
