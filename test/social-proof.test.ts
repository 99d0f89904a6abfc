import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSignedInUser } from './support/signed-in-user.ts';
import { openTestApp, productionSettings } from './support/app.ts';

test('in production a user of accounts signs in to social with their own ID token only', async () => {
  // No port is open: social gets the keys of accounts inside the process, even if PUBLIC_URL is unreachable from here.
  const praca = await openTestApp({ settings: productionSettings });
  try {
    const user = await createSignedInUser(praca);
    const idToken = async (audience: string): Promise<string> =>
      (
        await praca.app.inject({
          method: 'POST',
          url: '/accounts/v1/me/id-token',
          headers: user.headers,
          payload: { audience },
        })
      ).json<{ id_token: string }>().id_token;
    const signIn = async (fields: Record<string, string>) =>
      praca.app.inject({
        method: 'POST',
        url: '/social/oauth/token',
        payload: { user_id: user.id, name: 'Ana', provider: 'accounts', ...fields },
      });
    const answer = await signIn({ id_token: await idToken('social') });
    assert.equal(answer.statusCode, 200, answer.body);
    const session = await praca.app.inject(
      `/social/oauth/session?access_token=${answer.json<{ access_token: string }>().access_token}`,
    );
    assert.equal(session.json().name, 'Ana');
    assert.equal((await signIn({})).json().code, 'identity_not_proven');
    assert.equal(await idToken('shop'), undefined, 'no token for another audience');
    const another = await signIn({ user_id: 'somebody-else', id_token: await idToken('social') });
    assert.equal(another.json().code, 'identity_not_proven');
  } finally {
    await praca.close();
  }
});
