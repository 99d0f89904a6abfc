import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from '../../http/page.ts';
import { DatabaseUnavailable } from '../../postgres/client/availability.ts';
import type { TaskSource, Visit } from '../console-page.ts';
import type { StaffRole } from '../people/roles.rules.ts';
import { countTasks, formatCount, readQueue } from './read-tasks.ts';
import { harms, type Harm } from './harm.rules.ts';

const words = (text: string) => ({ en: text, pt: text, de: text });
const visitOf = (role: StaffRole): Visit => ({ place: { kind: 'staff', id: '', name: '' }, role }) as Visit;

/** Makes a source of tasks, each a harm and the second since which it waits. */
const source = (
  page: string,
  staff: readonly StaffRole[],
  tasks: readonly (readonly [Harm, number | undefined])[],
): TaskSource => ({
  name: words(page),
  grant: { staff },
  page,
  count: async (limit) => Math.min(tasks.length, limit),
  list: async (_visit, limit) =>
    tasks.slice(0, limit).map(([harm, since]) => ({
      harm,
      since: since === undefined ? undefined : new Date(since * 1000),
      what: `${harm} ${since ?? '-'}`,
      act: html``,
    })),
});
const down = (page: string): TaskSource => ({
  ...source(page, ['admin'], []),
  count: () => Promise.reject(new DatabaseUnavailable(new Error('down'), 'undone')),
});

test('tasks of all sources are ordered by harm, then by age, and those of unknown age come last', async () => {
  const one = source(
    '/one',
    ['admin'],
    [
      ['check', 1],
      ['person', 9],
      ['waiting', undefined],
    ],
  );
  const other = source(
    '/other',
    ['admin'],
    [
      ['waiting', 5],
      ['person', 3],
      ['loss', 7],
      ['waiting', 4],
    ],
  );
  const { tasks, counts, unreached } = await readQueue([one, other], visitOf('admin'));
  assert.deepEqual(
    tasks.map(({ what }) => what),
    ['person 3', 'person 9', 'loss 7', 'waiting 4', 'waiting 5', 'waiting -', 'check 1'],
  );
  assert.deepEqual(
    [...counts],
    [
      ['/one', 3],
      ['/other', 4],
    ],
  );
  assert.deepEqual(unreached, []);
  assert.deepEqual(harms, ['person', 'loss', 'waiting', 'check']);
});

test('a role gets only the tasks that it may act on, and counts of one page are summed', async () => {
  const sources = [
    source('/reports', ['admin', 'moderator'], [['person', 1]]),
    source(
      '/reports',
      ['admin'],
      [
        ['check', 1],
        ['check', 2],
      ],
    ),
    source('/payouts', ['admin', 'treasury'], [['waiting', 1]]),
  ];
  const countsOf = async (role: StaffRole) => [...(await countTasks(sources, { kind: 'staff', role }))];
  assert.deepEqual(await countsOf('admin'), [
    ['/reports', 3],
    ['/payouts', 1],
  ]);
  assert.deepEqual(await countsOf('moderator'), [['/reports', 1]]);
  assert.deepEqual(await countsOf('viewer'), []);
  const { tasks, counts } = await readQueue(sources, visitOf('treasury'));
  assert.deepEqual([tasks.length, [...counts]], [1, [['/payouts', 1]]]);
});

test('a database that does not answer is named, and the tasks of the others stay', async () => {
  const sources = [down('/down'), source('/up', ['admin'], [['loss', 1]])];
  const { tasks, counts, unreached } = await readQueue(sources, visitOf('admin'));
  assert.deepEqual([tasks.length, [...counts]], [1, [['/up', 1]]]);
  assert.deepEqual(
    unreached.map(({ page }) => page),
    ['/down'],
  );
  assert.deepEqual([...(await countTasks(sources, { kind: 'staff', role: 'admin' }))], [['/up', 1]]);
});

test('a fault that is not an outage is not hidden', async () => {
  const broken = { ...source('/x', ['admin'], []), count: () => Promise.reject(new TypeError('a bug')) };
  await assert.rejects(readQueue([broken], visitOf('admin')), /a bug/);
});

test('a long queue is cut to its first tasks, and its count is capped', async () => {
  const long = source(
    '/long',
    ['admin'],
    Array.from({ length: 300 }, (_, index) => ['waiting', index] as const),
  );
  const { tasks, counts } = await readQueue([long], visitOf('admin'));
  assert.deepEqual([tasks.length, counts.get('/long')], [20, 100]);
  assert.deepEqual([formatCount(99), formatCount(100)], ['99', '99+']);
});
