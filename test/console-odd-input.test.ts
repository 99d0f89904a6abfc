import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from './support/app.ts';
import {
  createPerson,
  memberAs,
  openConsoleApp,
  signIn,
  staffAs,
  type Answer,
  type Visitor,
} from './support/console.ts';
import { fillPsp } from './support/full-psp.ts';
import { fillTown } from './support/full-town.ts';
import { openStepwiseChain, type StepwiseChain } from './support/stepwise-chain.ts';
import { merchantClient } from './support/merchant.ts';

let praca: TestApp;
let driven: StepwiseChain;
before(async () => {
  praca = await openConsoleApp({ SIMULATED_BLOCK_SECONDS: '0', RATE_LIMIT: '0' });
  driven = await openStepwiseChain(praca, { coin: 'BTC' });
  await driven.read();
  await fillPsp(praca, driven, await merchantClient(praca), {
    pspId: 1,
    credential: 'sandbox-psp',
    word: 'heron',
  });
  await fillTown(praca);
});
after(async () => {
  await driven.close();
  await praca.close();
});

/** Values that no person types, percent-encoded because some cannot be written otherwise. */
const odd: Readonly<Record<string, string>> = {
  'a character that cannot be stored': 'a%00b',
  'half a character': '%ED%A0%80%FF',
  'a very long text': 'x'.repeat(60_000),
  'right-to-left text': encodeURIComponent('\u202Eמחיר €1\u202C \u200F\u2066'),
  'a number out of range': '-99999999999999999999999999999999.9e99',
  'an unknown id': '00000000-0000-0000-0000-000000000000',
  markup: encodeURIComponent(`'"><script>alert(1)</script>{{7*7}}`),
};

interface Form {
  readonly action: string;
  readonly fields: readonly { readonly name: string; readonly value: string; readonly isHidden: boolean }[];
}

const unescape = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');

const formsIn = (body: string): Form[] =>
  [...body.matchAll(/<form[^>]*method="post"[^>]*action="([^"]+)"[^>]*>(.*?)<\/form>/gs)].map(
    ([, action = '', inner = '']) => ({
      action: unescape(action),
      fields: [...inner.matchAll(/<(input|select|textarea)\b[^>]*\bname="([^"]+)"[^>]*>/g)].map(
        ([tag, , name = '']) => ({
          name,
          value: unescape(/\bvalue="([^"]*)"/.exec(tag)?.[1] ?? ''),
          isHidden: tag.includes('type="hidden"'),
        }),
      ),
    }),
  );

/** Replaces ids, so that one page of each kind is visited. */
const kindOf = (address: string): string =>
  address.replace(/[?#].*$/, '').replaceAll(/\/(?:[0-9a-f-]{36}|\d+|heron[^/]*|[A-Z]{6})(?=\/|$)/g, '/:id');

/** Finds every reachable page, one of each kind, and every form on them. */
async function explore(visitor: Visitor, root: string): Promise<{ pages: string[]; forms: Form[] }> {
  const pages = new Map<string, string>();
  const forms = new Map<string, Form>();
  const waiting = [root];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (pages.has(kindOf(next))) continue;
    pages.set(kindOf(next), next);
    const { status, body } = await visitor.get(next);
    assert.ok(status < 400, `${next}: ${status}`);
    const links = [...body.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => unescape(href));
    waiting.push(...links.filter((href) => href.startsWith(`${root}/`) && !href.includes('lang=')));
    for (const form of formsIn(body)) {
      const kind = kindOf(form.action);
      if (form.action.startsWith(`${root}/`) && !forms.has(kind)) forms.set(kind, form);
    }
  }
  return { pages: [...pages.values()], forms: [...forms.values()] };
}

function assertStands(answer: Answer, what: string): void {
  assert.ok(answer.status < 500, `${what}: ${answer.status} ${answer.body.slice(0, 300)}`);
  // The visitor has all permissions, so a refusal would mean that the value was not tested.
  assert.ok(![401, 403].includes(answer.status) && !answer.location.includes('sign-in'), what);
  assert.doesNotMatch(answer.body, /<script>alert|at file:|node_modules|syntax error at/, what);
}

for (const [who, place, root, least] of [
  ['a member', memberAs('owner'), '/console/psp/1', { pages: 25, forms: 20 }],
  ['staff', staffAs('admin'), '/console/staff', { pages: 25, forms: 25 }],
] as const) {
  test(`any input of ${who}, in an address or a form, is answered without a server error`, async () => {
    const visitor = await signIn(praca, (await createPerson(praca, [place])).email);
    const { pages, forms } = await explore(visitor, root);
    assert.ok(pages.length >= least.pages && forms.length >= least.forms, `${pages.length} ${forms.length}`);
    const filters = new Set(pages.flatMap((page) => [...new URL(page, 'http://here').searchParams.keys()]));
    const asked = [
      ...filters,
      'q',
      'before',
      'after',
      'status',
      'coin',
      'kind',
      'month',
      'period',
      'person',
      'act',
    ];
    for (const [what, value] of Object.entries(odd)) {
      // Addresses have a shorter limit than bodies.
      const short = value.slice(0, 1000);
      for (const page of pages) {
        const address = page.replace(/\?.*$/, '');
        const query = asked.map((name) => `${name}=${short}`).join('&');
        assertStands(await visitor.get(`${address}?${query}`), `${address} with ${what}`);
      }
    }
    for (const form of forms) {
      for (const [what, value] of Object.entries(odd)) {
        for (const isAll of [true, false]) {
          const sent = form.fields
            .filter(({ name }) => name !== 'form_token')
            .map((one) => `${one.name}=${isAll || !one.isHidden ? value : encodeURIComponent(one.value)}`);
          // A form without text fields would perform its action.
          if (!isAll && form.fields.every(({ isHidden }) => isHidden)) continue;
          assertStands(await visitor.postRaw(form.action, sent.join('&')), `${form.action} with ${what}`);
        }
      }
      const names = form.fields.map(({ name }) => name).filter((name) => name !== 'form_token');
      const twice = names.flatMap((name) => [`${name}=1`, `${name}=2`]);
      assertStands(
        await visitor.postRaw(form.action, twice.join('&')),
        `${form.action} with everything twice`,
      );
    }
  });
}

test('a body of ten megabytes is refused with a page', async () => {
  const visitor = await signIn(praca, (await createPerson(praca, [memberAs('owner')])).email);
  const answer = await visitor.post('/console/psp/1/payments/new', {
    payment_description: 'x'.repeat(10_000_000),
  });
  assert.equal(answer.status, 413);
  assert.match(String(answer.headers['content-type']), /^text\/html/);
});
