import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBonds, type Bond } from './town-bonds.rules.ts';
import { incidents, suspensions } from './town-chats.rules.ts';
import { makeTown } from './town.rules.ts';

const now = new Date('2026-03-01T04:00:00Z');
const town = makeTown('2026-03-01');
const bonds = makeBonds(town, now);
const everyBond: readonly Bond[] = [...bonds.combinations, ...bonds.reported];

test('the bonds are always the same except for their dates', () => {
  assert.deepEqual(makeBonds(makeTown('2026-03-01'), now), bonds);
});

test('two people have at most one bond, are of one city, and show each other’s gender', () => {
  const pairs = [
    ...everyBond.map(({ one, other }) => [one, other] as const),
    ...bonds.likes.map(({ from, to }) => [from, to] as const),
  ];
  const keys = pairs.map((pair) => [...pair].toSorted((a, b) => a - b).join(' '));
  assert.equal(new Set(keys).size, keys.length);
  for (const [one, other] of pairs) {
    const [a, b] = [town.people[one], town.people[other]];
    assert.ok(a && b && a !== b && a.city === b.city);
    if (b.gender !== 'other') assert.ok(b.gender === 'woman' ? a.showsWomen : a.showsMen);
  }
});

test('most of the first people have a chat, and a conversation follows the combination', () => {
  const talking = new Set(
    bonds.combinations.flatMap(({ one, other, messages }) => (messages.length > 0 ? [one, other] : [])),
  );
  const first = Array.from({ length: 20 }, (_, index) => index);
  assert.ok(first.filter((index) => talking.has(index)).length >= 15);
  for (const { combinedAt, messages, unread } of everyBond) {
    const times = [combinedAt, ...messages.map(({ at }) => at), now].map((at) => at.getTime());
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
    const last = messages.at(-1)?.isByOne;
    assert.ok(messages.slice(messages.length - unread).every(({ isByOne }) => isByOne === last));
    for (const { body } of messages) assert.ok(!/[{}+]/.test(body), body);
  }
});

test('none of the first people reports or is reported, and only the suspended ones have settled reports', () => {
  assert.equal(bonds.reported.length, incidents.length + suspensions.length);
  assert.equal(new Set(bonds.reported.map(({ one }) => one)).size, bonds.reported.length);
  for (const [index, { one, other }] of bonds.reported.entries()) {
    assert.ok(one >= 100 && other >= 20);
    assert.equal(town.people[one]?.isSuspended, index >= incidents.length);
    assert.equal(town.people[other]?.isSuspended, false);
  }
});
