import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actKinds, isHiddenBy, isTold, noticeOf } from './act.rules.ts';

test('every act is told but the dismissal of reports, of which the user need not know', () => {
  assert.deepEqual(
    actKinds.filter((kind) => !isTold(kind)),
    ['dismiss'],
  );
});

test('a notice has neither who decided nor on what reports', () => {
  const act = {
    id: 'a',
    kind: 'suspend',
    reason: 'spam',
    subject: null,
    until: new Date(0),
    createdAt: new Date(1),
    staffId: 'clara',
    note: 'secret',
    reportIds: ['r'],
  } as const;
  assert.deepEqual(noticeOf(act), {
    id: 'a',
    kind: 'suspend',
    reason: 'spam',
    subject: null,
    until: '1970-01-01T00:00:00.000Z',
    created_at: '1970-01-01T00:00:00.001Z',
  });
  assert.equal(noticeOf({ ...act, until: null }).until, null);
});

test('so many reporters hide, one less does not, and 0 is never', () => {
  assert.deepEqual(
    [isHiddenBy(2, 3), isHiddenBy(3, 3), isHiddenBy(4, 3), isHiddenBy(0, 0), isHiddenBy(1000, 0)],
    [false, true, true, false, false],
  );
});
