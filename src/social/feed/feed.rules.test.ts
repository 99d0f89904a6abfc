import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isAbove,
  isLowest,
  lowest,
  placesAfter,
  rightAbove,
  stagesFrom,
  wishesOf,
  type Position,
  type Viewer,
} from './feed.rules.ts';

const viewer = (changes: Partial<Viewer> = {}): Viewer => ({
  id: '11111111-1111-7111-8111-111111111111',
  gender: 'woman',
  birthDate: '2000-03-01',
  cityId: 1,
  state: 'SP',
  showsWomen: true,
  showsMen: true,
  ageFrom: 18,
  ageTo: 99,
  lastActiveAt: new Date(0),
  ...changes,
});
const today = '2026-02-28';

test('whoever wishes for all, or for nobody, gets those of another gender; only all brings those who do not say', () => {
  const genders = (showsWomen: boolean, showsMen: boolean) => {
    const { women, men, others, unstatedGender } = wishesOf(viewer({ showsWomen, showsMen }), today);
    return [women, men, others, unstatedGender];
  };
  assert.deepEqual(genders(true, true), [true, true, true, true]);
  assert.deepEqual(genders(true, false), [true, false, false, false]);
  assert.deepEqual(genders(false, true), [false, true, false, false]);
  assert.deepEqual(genders(false, false), [false, false, true, false]);
});

test('ages are wished for by birth dates that are exact to the day', () => {
  const { bornAfter, bornUntil, ownAge } = wishesOf(viewer({ ageFrom: 20, ageTo: 30 }), today);
  // Who is 20 today was born on this day; who was born on the other turns 31 today.
  assert.deepEqual([bornUntil, bornAfter], ['2006-02-28', '1995-02-28']);
  assert.equal(ownAge, 25);
  assert.equal(wishesOf(viewer({ birthDate: null }), today).ownAge, null);
});

test('who does not tell an age is seen by those who have not narrowed theirs', () => {
  const seen = (ageFrom: number, ageTo: number) => wishesOf(viewer({ ageFrom, ageTo }), today).unstatedAge;
  assert.deepEqual([seen(18, 99), seen(17, 100), seen(19, 99), seen(18, 98)], [true, true, false, false]);
});

const at = (ms: number, id = '00000000-0000-0000-0000-000000000005'): Position => ({ at: new Date(ms), id });

test('the more recently active stands above, of two at once the larger id', () => {
  assert.equal(isAbove(at(2), at(1)), true);
  assert.equal(isAbove(at(1), at(2)), false);
  assert.equal(isAbove(at(1, 'b'), at(1, 'a')), true);
  assert.equal(isAbove(at(1, 'a'), at(1, 'b')), false);
  assert.equal(isAbove(at(2, 'a'), at(1, 'b')), true);
  assert.equal(isAbove(at(1), at(1)), false);
});

test('right above somebody there is nobody else', () => {
  const one = at(1, '00000000-0000-7000-8000-0000000000ff');
  assert.deepEqual(rightAbove(one), at(1, '00000000-0000-7000-8000-000000000100'));
  assert.ok(isAbove(rightAbove(one), one));
  assert.equal(
    rightAbove(at(1, '0fffffff-ffff-ffff-ffff-ffffffffffff')).id,
    '10000000-0000-0000-0000-000000000000',
  );
});

test('the lowest place is below everybody', () => {
  assert.equal(isLowest(lowest), true);
  assert.equal(isLowest(at(1)), false);
  assert.ok(isAbove(at(0), lowest));
});

test('a first page walks all stages from their top, the next ones where they were left', () => {
  const top = (stage: string) => ({ stage, below: undefined });
  assert.deepEqual(stagesFrom([]), ['going', 'city', 'state', 'country', 'combined'].map(top));
  assert.deepEqual(stagesFrom([{ stage: 'city', ...at(7) }]), [
    { stage: 'city', below: at(7) },
    ...['state', 'country', 'combined'].map(top),
  ]);
  const both = stagesFrom([
    { stage: 'city', ...at(7) },
    { stage: 'country', ...at(8) },
  ]);
  assert.deepEqual(both, [
    { stage: 'city', below: at(7) },
    { stage: 'country', below: at(8) },
    top('combined'),
  ]);
});

test('a page that left a stage names it, and the last one too, which must not begin anew', () => {
  assert.deepEqual(placesAfter([]), []);
  assert.deepEqual(placesAfter([{ stage: 'city', at: undefined }]), []);
  assert.deepEqual(placesAfter([{ stage: 'city', at: at(7) }]), [{ stage: 'city', ...at(7) }]);
  const left = placesAfter([
    { stage: 'city', at: at(7) },
    { stage: 'state', at: undefined },
    { stage: 'country', at: undefined },
  ]);
  assert.deepEqual(left, [
    { stage: 'city', ...at(7) },
    { stage: 'country', ...lowest },
  ]);
});
