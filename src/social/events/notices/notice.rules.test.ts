import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeNoticeMail } from './notice-mail.rules.ts';
import { isReminderDue, noticeOfChange, remindAheadMs, updateBodyOf } from './notice.rules.ts';

const plan = {
  startsAt: new Date(1000),
  endsAt: new Date(2000),
  status: 'EventScheduled',
  venueName: 'Arena',
  streetAddress: null,
  cityId: 1,
};

const changes: [
  Partial<typeof plan> | { streetAddress: string },
  Partial<typeof plan>,
  string | undefined,
][] = [
  [{}, {}, undefined],
  [{ status: 'EventRescheduled' }, {}, undefined],
  [{ startsAt: new Date(1500) }, {}, 'moved'],
  [{ endsAt: new Date(1500) }, {}, 'moved'],
  [{ venueName: 'Praça' }, {}, 'moved'],
  [{ streetAddress: 'Rua 1' }, {}, 'moved'],
  [{ cityId: 2 }, {}, 'moved'],
  [{ status: 'EventPostponed' }, {}, 'moved'],
  [{ status: 'EventPostponed' }, { status: 'EventPostponed' }, undefined],
  [{ status: 'EventCancelled' }, {}, 'cancelled'],
  [{ status: 'EventCancelled', cityId: 2 }, { status: 'EventCancelled' }, undefined],
  [{}, { status: 'EventCancelled' }, undefined],
];
for (const [after, before, notice] of changes) {
  test(`a change of ${JSON.stringify(before)} to ${JSON.stringify(after)} gives the notice ${notice}`, () => {
    assert.equal(noticeOfChange({ ...plan, ...before }, { ...plan, ...before, ...after }), notice);
  });
}
test('a reinstated event gives a notice', () => {
  assert.equal(noticeOfChange({ ...plan, status: 'EventCancelled' }, plan), 'moved');
});

test('a reminder is due from one day before the start until the start', () => {
  const startsAt = new Date(10 * remindAheadMs);
  const due = (beforeMs: number, status = 'EventScheduled') =>
    isReminderDue({ startsAt, status }, startsAt.getTime() - beforeMs);
  assert.deepEqual(
    [remindAheadMs + 1, remindAheadMs, 1, 0].map((ms) => due(ms)),
    [false, true, true, false],
  );
  assert.deepEqual(
    ['EventRescheduled', 'EventCancelled', 'EventPostponed'].map((status) => due(1, status)),
    [true, false, false],
  );
});

const event = {
  id: 7,
  name: 'Roda\r\nBcc: all@example.com',
  startsAt: new Date('2026-11-20T22:00:00Z'),
  timezone: 'America/Sao_Paulo',
  status: 'EventScheduled',
  venueName: 'Praça da Sé',
  city: 'São Paulo',
  state: 'SP',
};

test('mails contain event, time and place in the reader’s language, and a name cannot break a line', () => {
  for (const notice of ['moved', 'cancelled', 'tomorrow', 'seat'] as const) {
    const texts = ['en', 'pt', 'de', 'fr'].map((language) =>
      writeNoticeMail(event, notice, language, 'https://x.example/stop?token=t'),
    );
    assert.equal(new Set(texts.map(({ text }) => text)).size, 3, 'English if no language fits');
    for (const { subject, text } of texts) {
      assert.ok(!/[\r\n]/.test(subject) && subject.endsWith('Roda Bcc: all@example.com'), subject);
      assert.ok(text.includes('19:00') && text.includes('Praça da Sé, São Paulo, SP'), text);
      assert.ok(!`${subject}${text}`.includes('{'));
      assert.match(text, /https:\/\/x\.example\/stop\?token=t&lang=(?:en|pt|de)/);
    }
  }
});

test('an update names its event', () => {
  assert.deepEqual(updateBodyOf(event, 'seat'), {
    eventId: 7,
    notice: 'seat',
    name: event.name,
    startDate: '2026-11-20T22:00:00.000Z',
    eventStatus: 'EventScheduled',
  });
});
