// A tour of social with @praca/client, run by a test. With `npm start` running in the checkout, in an
// empty folder outside of it, by Node 22.18 or newer:
//   npm pack <checkout>/packages/client && npm install ./praca-client-1.0.0.tgz
//   cp <checkout>/docs/tour/social.ts social.mts && node social.mts
import { social } from '@praca/client';

const praca = process.env['PRACA'] ?? 'http://127.0.0.1:8080';
const open = () => social({ baseUrl: `${praca}/social` });

// The sandbox trusts the stated user. The client renews tokens, once for simultaneous calls.
const [ana, bruno] = [open(), open()];
await ana.signIn({ user_id: `ana-${Date.now()}`, name: 'Ana' });
await bruno.signIn({ user_id: `bruno-${Date.now()}`, name: 'Bruno' });
const { user_id: anaId } = await ana.get('/oauth/session');
const { user_id: brunoId } = await bruno.get('/oauth/session');

const [event] = await ana.get('/event/location', { query: { location: 'Brasil', limit: 1 } });
if (!event) throw new Error('there is no event');
await ana.post('/event/{eventId}/confirm/{userId}', { path: { eventId: event.id, userId: anaId } });
console.log('Ana goes to an event');

await ana.post('/user/like/{useriD}', { path: { useriD: brunoId } });
const { comStatus } = await bruno.post('/user/like/{useriD}', { path: { useriD: anaId } });
console.log(`Ana and Bruno are ${comStatus}`);

// Bruno's updates. Each arrives once and in order, even after lost connections.
const leaving = new AbortController();
const heard = (async () => {
  for await (const update of bruno.live(brunoId, { since: 0, signal: leaving.signal })) {
    if (update.type === 'gap') continue;
    console.log(`Bruno hears: ${update.type}`);
    if (update.type === 'message') leaving.abort();
  }
})();

// A repeated message is stored once.
await ana.post('/user/{userId}/chat/{userChat}', {
  path: { userId: anaId, userChat: brunoId },
  body: { message: 'Oi! Vai ao baile?' },
});
await heard;
for await (const person of bruno.list('/user/{userId}/combinations', { path: { userId: brunoId } })) {
  console.log(`${person.name}: ${person.last_message?.message}`);
}
await Promise.all([ana.signOut(), bruno.signOut()]);
