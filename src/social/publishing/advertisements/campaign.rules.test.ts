import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededNumbers } from '../../people/photos/portrait.rules.ts';
import { sampleByWeight } from './campaign.rules.ts';

test('a campaign comes first in proportion to its weight', () => {
  const random = seededNumbers('weights');
  const campaigns = [
    { id: 'light', weight: 1 },
    { id: 'heavy', weight: 9 },
  ];
  let heavyFirst = 0;
  for (let turn = 0; turn < 10_000; turn++) {
    if (sampleByWeight(campaigns, 2, random)[0]?.id === 'heavy') heavyFirst++;
  }
  assert.ok(Math.abs(heavyFirst / 10_000 - 0.9) < 0.02, String(heavyFirst));
});

test('draws at most the wanted number, and each campaign at most once', () => {
  const campaigns = Array.from({ length: 30 }, (_, id) => ({ id, weight: 1 + (id % 5) }));
  const drawn = sampleByWeight(campaigns, 10, Math.random);
  assert.equal(new Set(drawn.map((campaign) => campaign.id)).size, 10);
});
