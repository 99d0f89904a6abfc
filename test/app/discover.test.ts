import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SeenWatch } from '../../web/app/advertisements/seen.ts';
import { decideDrag, leaning, outsideOf, speedOf, transformOf } from '../../web/app/discover/drag.ts';
import { isAgeRange, isNarrow, readAge } from '../../web/app/discover/filter.ts';
import { joinDecks } from '../../web/app/discover/join-decks.ts';
import { actOfKey, keyNames, keys } from '../../web/app/discover/keys.ts';
import type { Card } from '../../web/app/discover/people.ts';
import { nameAndAge, sharedNames } from '../../web/app/discover/person-words.ts';
import { reportedPhotoOf } from '../../web/app/discover/reported-photo.ts';
import { dueAdvertisement, peopleBetween, topContents } from '../../web/app/discover/slots.ts';

const card = (id: string): Card => ({
  id,
  name: id,
  photoQty: 1,
  local: '',
  age: null,
  parties: [],
  isCombination: 0,
  image: '',
  thumb: '',
});

test('a long drag or a flick decides a card, but a short move, a scroll or a flick back does not', () => {
  for (const [x, y, speed, decision] of [
    [150, 10, 0, 'like'],
    [-150, 10, 0, 'pass'],
    [60, 0, 0.9, 'like'],
    [-60, 0, -0.9, 'pass'],
    [60, 0, 0.1, 'none'],
    [10, 0, 2, 'none'],
    [150, 0, -0.9, 'none'],
    [-150, 0, 0.9, 'none'],
    [120, 200, 0.9, 'none'],
    [0, 0, 0, 'none'],
  ] as const)
    assert.equal(decideDrag({ x, y, speed, width: 328 }), decision, `${x} ${y} ${speed}`);
});

test('left and right drags are symmetric, and a card leans to the side of its decision', () => {
  const length = fc.integer({ min: -500, max: 500 });
  const speed = fc.double({ min: -3, max: 3, noNaN: true });
  fc.assert(
    fc.property(length, length, speed, fc.integer({ min: 200, max: 500 }), (x, y, speed, width) => {
      const here = decideDrag({ x, y, speed, width });
      const there = decideDrag({ x: -x, y, speed: -speed, width });
      const mirrored = { like: 'pass', pass: 'like', none: 'none' } as const;
      assert.equal(there, mirrored[here]);
      const lean = leaning(x, width);
      assert.ok(lean >= -1 && lean <= 1);
      if (here !== 'none') assert.equal(Math.sign(lean), here === 'like' ? 1 : -1);
      assert.match(transformOf(x, y, width), /^translate3d\([^()]*\) rotate\([^()]*\)$/);
    }),
  );
  assert.match(outsideOf('pass', 328), /^translate3d\(-/);
});

test('the speed is measured over the last moments, so a pause before letting go is not a flick', () => {
  assert.equal(speedOf([], 0), 0);
  assert.equal(speedOf([{ x: 5, atMs: 1 }], 1), 0);
  const quick = [
    { x: 0, atMs: 0 },
    { x: 100, atMs: 100 },
  ];
  assert.equal(speedOf(quick, 100), 1);
  assert.equal(speedOf(quick, 600), 0);
  assert.equal(speedOf([...quick, { x: 100, atMs: 600 }], 600), 0);
});

test('every action has a key with a name, letters work in either case, and browser shortcuts keep working', () => {
  const press = (key: string, more: object = {}) =>
    actOfKey({ key, ctrlKey: false, metaKey: false, altKey: false, repeat: false, ...more });
  assert.deepEqual(new Set(Object.values(keys)), new Set(Object.keys(keyNames)));
  assert.equal(press('ArrowRight'), 'like');
  assert.equal(press('ArrowLeft'), 'pass');
  assert.equal(press('B'), 'block');
  assert.equal(press('r'), 'report');
  assert.equal(press('r', { ctrlKey: true }), undefined, 'reload');
  assert.equal(press('ArrowRight', { repeat: true }), undefined, 'held down');
  assert.equal(press('x'), undefined);
  assert.equal(press('constructor'), undefined);
});

test('a new search replaces the deck except the visible card, and a further page is appended', () => {
  const joining = {
    isNew: true,
    isGone: (id: string) => id === 'gone',
    isReturned: (id: string) => id === 'undone',
  };
  const deck = (ids: string, isWhole = false) => ({ cards: ids.split(' ').map(card), isWhole });
  const ids = ({ cards }: { cards: readonly Card[] }) => cards.map(({ id }) => id).join(' ');
  assert.equal(ids(joinDecks(deck('b c'), deck('a b gone d'), joining)), 'b a d');
  assert.equal(ids(joinDecks(deck('left c'), deck('a b'), joining)), 'a b');
  assert.equal(ids(joinDecks(deck('undone c'), deck('a b'), joining)), 'undone a b');
  const more = joinDecks(deck('b c'), deck('c gone d', true), { ...joining, isNew: false });
  assert.equal(ids(more), 'b c d');
  assert.equal(more.isWhole, true);
});

test('an advertisement appears after a number of people, once per place, and never without a person', () => {
  const notice = (id: string) => ({
    id,
    title: id,
    description: '',
    media_type: 1 as const,
    link: '',
    media: '',
  });
  const some = [notice('one'), notice('two')];
  const due = (turns: number, putAwayAt = 0) => dueAdvertisement({ turns, putAwayAt }, some)?.id;
  assert.equal(due(0), undefined);
  assert.equal(due(peopleBetween - 1), undefined);
  assert.equal(due(peopleBetween), 'one');
  assert.equal(due(peopleBetween, peopleBetween), undefined, 'it was dismissed');
  assert.equal(due(2 * peopleBetween, peopleBetween), 'two');
  assert.equal(due(3 * peopleBetween), 'one');
  assert.equal(dueAdvertisement({ turns: peopleBetween, putAwayAt: 0 }, []), undefined);
  const turn = { turns: peopleBetween, putAwayAt: 0 };
  const kinds = (cards: readonly Card[]) => topContents(cards, turn, some).map(({ kind }) => kind);
  assert.deepEqual(kinds([card('a'), card('b')]), ['advertisement', 'person']);
  assert.deepEqual(kinds([]), []);
});

test('an advertisement counts as seen after one uninterrupted second in view', () => {
  const watch = new SeenWatch();
  const look = (isInView: boolean, atMs: number): boolean => {
    watch.look(isInView, atMs);
    return watch.isSeen;
  };
  assert.equal(look(false, 0), false);
  assert.equal(watch.restMs(0), undefined);
  assert.equal(look(true, 1000), false);
  assert.equal(watch.restMs(1400), 600);
  assert.equal(look(false, 1900), false, 'scrolled away');
  assert.equal(look(true, 2000), false);
  assert.equal(look(true, 2999), false);
  assert.equal(look(true, 3000), true);
  assert.equal(look(false, 4000), true, 'stays seen');
  assert.equal(watch.restMs(4000), undefined);
});

test('names, shared events and age ranges of a card are formatted and checked as the server expects', () => {
  assert.equal(nameAndAge({ name: 'Ana', age: 29 }), 'Ana, 29');
  assert.equal(nameAndAge({ name: 'Ana', age: null }), 'Ana');
  const startDate = '2026-11-20T22:00:00Z';
  const event = (name: string) => ({ id: 1, name, startDate, timezone: 'America/Recife', city: 'Recife' });
  assert.equal(sharedNames({ sharedEvents: ['Roda', 'Sarau', 'Feira'].map(event) }), 'Roda · Sarau');
  assert.equal(sharedNames(undefined), '');
  assert.ok(isAgeRange(readAge('18'), readAge('120')));
  for (const [from, to] of [
    ['17', '30'],
    ['40', '30'],
    ['20', '121'],
    ['', '30'],
    ['20', '3e1'],
    ['-20', '30'],
  ] as const)
    assert.ok(!isAgeRange(readAge(from), readAge(to)), `${from} ${to}`);
});

test('a report names the visible photo from the list, else the photo of the card, and never a drawn portrait', () => {
  const image = 'https://praca.example/social/photos/abcdefghijklmnopqrstuv?pass=x';
  const drawn = 'https://praca.example/social/portraits/ana.svg';
  const photos = ['one', 'two'].map((id, index) => ({ id, position: index + 1, url: id, thumb: id }));
  assert.equal(reportedPhotoOf({ image }, { photos }, 1), 'two');
  assert.equal(reportedPhotoOf({ image: drawn }, { photos }, 0), 'one');
  for (const person of [undefined, { photos: [] }]) {
    assert.equal(reportedPhotoOf({ image }, person, 0), image);
    assert.equal(reportedPhotoOf({ image: drawn }, person, 0), undefined);
  }
});

test('a filter leaves someone out unless it shows women and men of the usual ages', () => {
  const open = { woman: true, man: true, ageRangeStart: 18, ageRangeEnd: 99 };
  assert.ok(!isNarrow(open));
  assert.ok(!isNarrow({ ...open, ageRangeEnd: 120 }));
  for (const change of [{ woman: false }, { man: false }, { ageRangeStart: 19 }, { ageRangeEnd: 98 }])
    assert.ok(isNarrow({ ...open, ...change }), JSON.stringify(change));
});
