import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { accountsProblems } from '../src/accounts/accounts.problems.ts';
import { accountsDetails } from '../src/accounts/document/accounts-details.ts';
import { merchantDetails } from '../src/merchant/details/merchant-details.ts';
import { merchantProblems } from '../src/merchant/merchant.problems.ts';
import { fieldDetails } from '../src/platform/http/details/field-details.ts';
import { platformDetails } from '../src/platform/http/details/platform-details.ts';
import { createTranslator, type DetailWords } from '../src/platform/http/details/translate-detail.ts';
import { platformProblems } from '../src/platform/problem.ts';
import { socialDetails } from '../src/social/details/social-details.ts';
import { socialProblems } from '../src/social/social.problems.ts';
import { detailsIn, literalsIn } from './support/sentences.ts';

const root = join(import.meta.dirname, '..');
const known: DetailWords = { ...platformDetails, ...fieldDetails, ...socialDetails };

/** Where what a client reads is said. Settings and starts speak to operators, in English; the console has texts of its own. */
const places = [
  'src/social/**/*.ts',
  'src/platform/http/**/*.ts',
  'src/platform/identity/*.ts',
  'src/platform/images/*.ts',
  'src/platform/problem.ts',
  'src/platform/postgres/client/connection-queue.ts',
];
const elsewhere = /\.test\.ts$|\.settings\.ts$|details\/|\/front-door\/|\/sandbox\/|\/console\//;

/** A sentence that goes on from the name of a field begins with one of these, wherever it is put together. */
const fieldSentence = /^(?:must |is missing$|is a key |is not |is one of the |contains |differs |mixes )/;

/** What is made of others, and the words that only choose between sentences. */
const notSaid = new Set(['{1} {2}', '{1}.', 'undone', 'string', 'For a person']);

function sentencesOf(path: string): string[] {
  const source = readFileSync(join(root, path), 'utf8');
  const messages = literalsIn(source).map(({ text }) => text);
  return [...detailsIn(source), ...messages.filter((text) => fieldSentence.test(text))].filter(
    (text) => !notSaid.has(text),
  );
}

test('every detail that social or the platform says is there in Portuguese and German', () => {
  const files = globSync(places, { cwd: root }).filter((path) => !elsewhere.test(path));
  const said = files.flatMap((path) => sentencesOf(path).map((text) => ({ path, text })));
  assert.ok(said.length > 60, `only ${said.length} sentences were found`);
  const titles = Object.values({ ...platformProblems, ...socialProblems.catalogue });
  const all = [...said, ...titles.map(({ title }) => ({ path: 'a title', text: `${title}.` }))];
  const missing = all.filter(({ text }) => !(text in known)).map(({ path, text }) => `${path}: ${text}`);
  assert.deepEqual([...new Set(missing)], []);
});

/** Why an ID token is refused is put together there from sentences by themselves. */
const aboutIdTokens = /^(?:The|This) .+\.$/;
/** Of the record, and of types. */
const notOfAccounts = new Set(['detail', 'operator', 'too_many_attempts']);

test('so is every detail of accounts, by its own words and those of the platform', () => {
  const files = globSync('src/accounts/**/*.ts', { cwd: root }).filter((path) => !elsewhere.test(path));
  const said = files.flatMap((path) => {
    const literals = literalsIn(readFileSync(join(root, path), 'utf8')).map(({ text }) => text);
    const proofs = path.endsWith('/verify-identity.ts')
      ? literals.filter((text) => aboutIdTokens.test(text))
      : [];
    return [...sentencesOf(path), ...proofs];
  });
  assert.ok(said.length > 35, `only ${said.length} sentences were found`);
  const titles = Object.values(accountsProblems.catalogue).map(({ title }) => `${title}.`);
  const translated = { ...platformDetails, ...fieldDetails, ...accountsDetails };
  const missing = [...said, ...titles].filter((text) => !(text in translated) && !notOfAccounts.has(text));
  assert.deepEqual([...new Set(missing)], []);
});

/** Of merchant, what a page of the console may have to show: its API says it in English, and so do commands and starts. */
const merchantPlaces =
  /^src\/merchant\/(?!life\/|checkout\/|.*\.(?:test|settings|commands|routes|service|schemas)\.ts$)/;
/** Talk with nodes and keys, which the log has. */
const withNodes =
  /\/chains\/(?:xrp|ethereum|bitcoin|keys|accounts|reading|receipts|reviews|rpc)\/|\/extended-public-key\.ts$|\/(?:admit-transaction|simulated-node|create-address-book)\.ts$/;
/** What is said of a field, of what somebody asked for, and of a payout that waits. */
const merchantSentence = {
  field: /^(?:must |is |has a |contains a |reaches |cannot be replaced )/,
  refused: /^(?:[A-Z]|\{1\} is).* .*\.$/,
  payout: /^(?:the|its?|no|another|there is|for payout) /,
};
const refusing = /\/(?:release-held|manage-ceilings)\.ts$/;
const waiting =
  /\/payouts\/(?:cover-fee|send-payouts|sign-payouts|batches\/[^/]+)\.ts$|\/freeze-by-itself\.ts$/;
const notForPeople = new Set([
  // Made of others.
  'The {1} {2}.',
  'must be an address that begins with https://{1}',
  'the account has used {1} numbers that this database did not give out, from {2} on; ',
  // Of what cannot happen, or of the log.
  'no process without a payer signs {1}',
  'the fee of a payout is not raised: {1}',
]);

function merchantSentencesOf(path: string): string[] {
  const source = readFileSync(join(root, path), 'utf8');
  const literals = literalsIn(source).map(({ text }) => text);
  return [
    ...(path.includes('/console/') ? [] : detailsIn(source).filter((text) => text.includes(' '))),
    ...literals.filter((text) => merchantSentence.field.test(text)),
    ...(refusing.test(path) ? literals.filter((text) => merchantSentence.refused.test(text)) : []),
    ...(waiting.test(path) ? literals.filter((text) => merchantSentence.payout.test(text)) : []),
  ].filter((text) => !notForPeople.has(text));
}

test('so is every sentence of merchant that a page of the console shows', () => {
  const files = globSync('src/merchant/**/*.ts', { cwd: root }).filter(
    (path) => merchantPlaces.test(path) && !withNodes.test(path),
  );
  const said = files.flatMap((path) => merchantSentencesOf(path).map((text) => ({ path, text })));
  assert.ok(said.length > 80, `only ${said.length} sentences were found`);
  const titles = Object.values(merchantProblems.catalogue);
  said.push(...titles.map(({ title }) => ({ path: 'a title', text: `${title}.` })));
  const translated = { ...platformDetails, ...fieldDetails, ...merchantDetails };
  const missing = said
    .filter(({ text }) => !(text in translated))
    .map(({ path, text }) => `${path}: ${text}`);
  assert.deepEqual([...new Set(missing)], []);
});

test('a sentence puts in what its other languages put in, and is another one there', () => {
  const marks = (text: string): string => [...new Set(text.match(/\{\d\}/g))].toSorted().join();
  for (const [english, { pt, de }] of Object.entries({ ...known, ...accountsDetails, ...merchantDetails })) {
    for (const words of [pt, de]) {
      assert.equal(marks(words), marks(english), words);
      assert.equal(words.endsWith('.'), english.endsWith('.'), words);
      assert.ok(words.trim() !== '' && words !== english, english);
    }
  }
});

test('no two sentences are taken for one another', () => {
  // The console has them all.
  const all = { ...known, ...accountsDetails, ...merchantDetails };
  const translate = createTranslator([all]);
  for (const [english, { pt }] of Object.entries(all)) {
    if (!english.includes('{1}')) continue;
    const filled = (text: string) => text.replaceAll(/\{(\d)\}/g, '7$1');
    assert.equal(translate(filled(english), 'pt'), filled(pt), english);
  }
});
