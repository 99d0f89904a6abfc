import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TokenKeeper, type FetchedToken } from '../../packages/client/src/token-keeper.ts';

const token = (name: string): FetchedToken => ({ token: name, lifetimeMs: 3_600_000 });

test('a token that arrives after a change of session does not replace the new session’s token', async () => {
  const coming: PromiseWithResolvers<FetchedToken>[] = [];
  const keeper = new TokenKeeper(() => {
    const next = Promise.withResolvers<FetchedToken>();
    coming.push(next);
    return next.promise;
  });
  const late = keeper.get();
  keeper.forget();
  keeper.put(token('new'));
  coming[0]?.resolve(token('old'));
  assert.equal(await late, 'old');
  assert.equal(await keeper.get(), 'new');
  // The late token does not end the wait for the next one either.
  keeper.forget();
  const [one, other] = [keeper.get(), keeper.get()];
  coming[1]?.resolve(token('next'));
  assert.deepEqual([await one, await other, coming.length], ['next', 'next', 2]);
});
