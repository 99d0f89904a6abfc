import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actKinds, isHiddenBy, isTold, noticeOf } from './act.rules.ts';

test('every act gives a notice except the dismissal of reports', () => {
  assert.deepEqual(
    actKinds.filter((kind) => !isTold(kind)),
    ['dismiss'],
  );
});

test('a notice contains neither the staff member nor the reports', () => {
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

test('hides a user at the threshold of reporters and not below it; 0 turns this off', () => {
  assert.deepEqual(
    [isHiddenBy(2, 3), isHiddenBy(3, 3), isHiddenBy(4, 3), isHiddenBy(0, 0), isHiddenBy(1000, 0)],
    [false, true, true, false, false],
  );
});
