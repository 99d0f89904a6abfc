import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import {
  addCredential,
  createPsp,
  endCredential,
} from '../src/merchant/access/credentials/manage-credentials.ts';
import { newId } from '../src/platform/ids.ts';
import { openTestApp, type TestApp } from './support/app.ts';
import { fillPsp, type FullPsp } from './support/full-psp.ts';
import { openStepwiseChain, type StepwiseChain } from './support/stepwise-chain.ts';
import { merchantClient, merchantToken, type MerchantClient } from './support/merchant.ts';
import {
  assertNone,
  findAccepted,
  findLeaks,
  findUnauthenticated,
  nameOf,
  readOperations,
  send,
  textOf,
  type Example,
  type Operation,
} from './support/route-matrix.ts';
import { createSignedInUser } from './support/signed-in-user.ts';
import { openPeople } from './support/social-people.ts';

/** A word in every text of the other PSP and nowhere else. */
const word = 'kestrel';

let praca: TestApp;
let driven: StepwiseChain;
let operations: Operation[];
let own: Things;
let others: Things;
let ownToken: string;
/** Authorization headers with tokens that every operation refuses. */
let badCallers: Record<string, { authorization?: string }>;

/** The ids by which requests name the objects of a PSP. */
type Things = Pick<
  FullPsp,
  'payment' | 'order' | 'refund' | 'refundLink' | 'endpoint' | 'delivery' | 'customer'
> & {
  readonly quote: string;
};

const unknown = (): Things => ({
  payment: newId(),
  order: newId(),
  refund: newId(),
  refundLink: newId(),
  endpoint: newId(),
  delivery: newId(),
  customer: 'missing-7',
  quote: newId(),
});

const malformed: Things = {
  payment: 'x',
  order: 'x',
  refund: 'x',
  refundLink: 'x',
  endpoint: 'x',
  delivery: 'x',
  customer: 'x',
  quote: 'x',
};

before(async () => {
  praca = await openTestApp({ settings: { SIMULATED_BLOCK_SECONDS: '0', RATE_LIMIT: '0' } });
  const expired = await merchantToken(praca);
  praca.clock.offsetMs += 3_601_000;
  driven = await openStepwiseChain(praca, { coin: 'BTC' });
  await driven.read();
  const issued = await createPsp(praca.platform, `${word} limited`);
  others = await fill(issued.pspId, issued.clientId, await merchantClient(praca, issued), word);
  own = await fill(1, 'sandbox-psp', await merchantClient(praca), 'heron');
  ownToken = await merchantToken(praca);
  const people = await openPeople(praca);
  const [person] = await people.create(1);
  badCallers = {
    'no token': {},
    nonsense: bearer('nonsense'),
    'a changed token': bearer(`${ownToken.slice(0, -8)}AAAAAAAA`),
    'an expired token': bearer(expired),
    'a token of a credential that has ended': bearer(await endedToken()),
    'a session of accounts': (await createSignedInUser(praca)).headers,
    'a token of social': person?.headers ?? {},
    'a token of the staff of social': await people.staffHeaders(),
  };
  operations = (await readOperations(praca, 'merchant')).filter(({ path }) => path !== '/oauth/token');
});
after(async () => {
  await driven.close();
  await praca.close();
});

async function fill(
  pspId: number,
  credential: string,
  client: MerchantClient,
  text: string,
): Promise<Things> {
  const full = await fillPsp(praca, driven, client, { pspId, credential, word: text });
  const quote = await client.post('/conversions', {
    currency_pair: 'BTCEUR',
    transaction_type: 'WITHDRAW',
    money_amount: '25.00',
  });
  return { ...full, quote: quote.json<{ conversion_token: string }>().conversion_token };
}

async function endedToken(): Promise<string> {
  const terms = { name: 'ended', scopes: ['read', 'write', 'psp'] as const, networks: [] };
  const credential = await addCredential(praca.platform, 1, terms);
  assert.ok(credential);
  const token = await merchantToken(praca, credential);
  await endCredential(praca.platform, credential.clientId);
  return token;
}

/** Returns a valid request. A new path parameter fails the test until it has an example here. */
function exampleOf(operation: Operation, things: Things): Example {
  const { path, shown } = operation;
  const values: Readonly<Record<string, string | undefined>> = {
    paymentReferenceId: things.payment,
    orderId: things.order,
    refundId: things.refund,
    refundLinkId: things.refundLink,
    customerReferenceId: things.customer,
    id: path.startsWith('/webhooks/deliveries/') ? things.delivery : things.endpoint,
    cryptocurrencyCode: 'BTC',
    currencyPairCode: 'BTCEUR',
  };
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    assert.ok(values[name], `${nameOf(operation)}: name an example of {${name}}`);
    return [name, values[name]];
  });
  assert.ok(operation.body === undefined || shown, `${nameOf(operation)}: show an example of the body`);
  const body = JSON.parse(
    JSON.stringify(shown ?? null).replace(/("conversion_token":)"[^"]*"/, `$1"${things.quote}"`),
  ) as object | null;
  return { path: Object.fromEntries(named), ...(body === null ? {} : { body }) };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Returns the scope of an operation. Reading rates is the only POST that changes nothing. */
const scopeOf = ({ method, path }: Operation): 'read' | 'write' =>
  method === 'GET' || path.startsWith('/rates/') ? 'read' : 'write';

/** Tables that every request writes, refused ones included. */
const unfenced = /^merchant\.recent_requests/;

const column = () => ({ praca, operations, unfenced });

test('every operation rejects a missing or invalid token', () =>
  assertNone(column(), (operation) =>
    findUnauthenticated(praca, operation, exampleOf(operation, own), badCallers),
  ));

test('every operation requires the scope psp and its own scope', async () => {
  const tokens = {
    nothing: await merchantToken(praca, { scope: 'read write' }),
    read: await merchantToken(praca, { scope: 'read psp' }),
    write: await merchantToken(praca, { scope: 'write psp' }),
  };
  for (const operation of operations) {
    const ask = async (token: string): Promise<number> =>
      (await send(praca, operation, exampleOf(operation, unknown()), bearer(token))).statusCode;
    const [granted, other] =
      scopeOf(operation) === 'read' ? (['read', 'write'] as const) : (['write', 'read'] as const);
    assert.equal(await ask(tokens.nothing), 403, `${nameOf(operation)} without psp`);
    assert.equal(await ask(tokens[other]), 403, `${nameOf(operation)} with ${other}`);
    assert.ok(![401, 403].includes(await ask(tokens[granted])), `${nameOf(operation)} with ${granted}`);
  }
});

test('objects of another PSP answer like unknown objects and do not change', () =>
  assertNone(column(), async (operation) => {
    const examples = [others, unknown(), malformed].map((things) => exampleOf(operation, things));
    if (isDeepStrictEqual(examples[0], examples[1])) return [];
    return findLeaks(praca, operation, { examples, status: 404 }, bearer(ownToken));
  }));

test('no list contains data of another PSP, with any filter', () =>
  assertNone(column(), async (operation) => {
    if (operation.method !== 'GET' || operation.path.startsWith('/sandbox/')) return [];
    const filters = operation.parameters.filter(({ in: part }) => part === 'query').map(({ name }) => name);
    const values = Object.values(others);
    const queries = [{}, ...filters.flatMap((name) => values.map((value) => ({ [name]: value })))];
    const faults: string[] = [];
    for (const query of queries) {
      const answer = await send(praca, operation, { ...exampleOf(operation, own), query }, bearer(ownToken));
      if (answer.statusCode >= 500 || textOf(answer, values).includes(word))
        faults.push(`${nameOf(operation)} ${JSON.stringify(query)}: ${answer.body.slice(0, 300)}`);
    }
    return faults;
  }));

test('every bad value is rejected with the name of its field and changes nothing', () =>
  assertNone(column(), (operation) =>
    findAccepted(praca, operation, { example: exampleOf(operation, own), headers: bearer(ownToken) }),
  ));

test('the example requests are valid, so each rejection above was caused by its one bad value', async () => {
  // DELETE runs last, because other examples use the same objects.
  const inOrder = operations.toSorted(
    (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
  );
  for (const operation of inOrder) {
    const answer = await send(praca, operation, exampleOf(operation, own), bearer(ownToken));
    assert.ok([200, 409].includes(answer.statusCode), `${nameOf(operation)}: ${answer.body}`);
  }
});
