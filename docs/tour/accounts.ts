// A tour of accounts with @praca/client, run by a test. With `npm start` running in the checkout, in an
// empty folder outside of it, by Node 22.18 or newer:
//   npm pack <checkout>/packages/client && npm install ./praca-client-1.0.0.tgz
//   cp <checkout>/docs/tour/accounts.ts accounts.mts && node accounts.mts
import { accounts, PracaError } from '@praca/client';

const praca = process.env['PRACA'] ?? 'http://127.0.0.1:8080';
const client = accounts({ baseUrl: `${praca}/accounts`, language: 'pt' });

const email = `rui.${Date.now()}@example.com`;
const { uid } = await client.post('/signup', {
  body: { user_Fname: 'Rui', user_Lname: 'Alves', user_email: email, user_password: 'uma mesa na janela', user_profilepic: '', user_type: '0' },
});
console.log(`Signed up: ${typeof uid}`);

// The API answers a wrong password with 200. The client throws it like any other error, in the client's language.
try {
  await client.post('/signin', { body: { user_email: email, user_password: 'senha errada', user_type: '0' } });
} catch (error) {
  if (!(error instanceof PracaError)) throw error;
  console.log(`${error.code}: ${error.message}`);
}

// In a browser the session is a cookie. Elsewhere the client holds it, and `onChange` lets you store it.
await client.post('/signin', { body: { user_email: email, user_password: 'uma mesa na janela', user_type: '0' } });
const me = await client.get('/v1/me');
console.log(`Signed in as ${me.user_Fname}`);
for await (const event of client.list('/v1/me/audit')) console.log(`On record: ${event.event}`);

// The ID token proves the account to social.
const proof = await client.idToken('social');
console.log(`An ID token of ${proof.split('.').length} parts`);
await client.get('/logout');
