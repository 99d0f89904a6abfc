import assert from 'node:assert/strict';
import type { OutgoingHttpHeaders } from 'node:http';
import { until } from '../process.ts';
import type { TestApp } from '../app.ts';
import { openPeople } from '../social-people.ts';
import { reasonOf, type Cast, type Member } from './cast.ts';
import type { Method } from './routes.ts';

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: OutgoingHttpHeaders;
}
export type Asking = { payload?: Record<string, unknown> | undefined; headers?: Record<string, string> };

export async function ask(
  { app }: TestApp,
  method: Method,
  url: string,
  { payload, headers = {} }: Asking = {},
): Promise<Answer> {
  const answer = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  assert.ok(answer.statusCode < 500, `${method} ${url}: ${answer.statusCode} ${answer.body}`);
  return { status: answer.statusCode, body: answer.body, headers: answer.headers };
}

/** Performs everything before and at the beginning of each relation through the routes that an app uses. */
export async function openStage(praca: TestApp, { viewer, others }: Cast) {
  const people = await openPeople(praca);
  const staff = await people.staffHeaders();
  const call = async (who: { authorization: string }, method: Method, path: string, payload?: object) => {
    const asking = { headers: who, payload: payload as Record<string, unknown> | undefined };
    const answer = await ask(praca, method, `/social${path}`, asking);
    assert.equal(answer.status, 200, `${method} ${path}: ${answer.body}`);
    return JSON.parse(answer.body) as Record<string, string>;
  };
  const like = (one: Member, other: Member) => call(one.headers, 'POST', `/user/like/${other.id}`);
  const block = (one: Member, other: Member) => call(one.headers, 'GET', `/user/block/${other.id}`);
  const write = async (one: Member, other: Member, partner: Member, when: string): Promise<void> => {
    const text = `${when}-de-${one.number}-a-${other.number}-`;
    const { id = '' } = await call(one.headers, 'POST', `/user/${one.id}/chat/${other.id}`, {
      message: text,
    });
    partner.written.push({ from: one.id, id, text });
  };
  const writeBoth = async (partner: Member, when: string): Promise<void> => {
    await write(viewer, partner, partner, when);
    await write(partner, viewer, partner, when);
  };
  const partners = others.filter(({ history }) => history === 'partner');
  const having = (relation: Member['relation']) => others.filter((other) => other.relation === relation);

  return {
    staff,
    /**
     * Confirms everyone's attendance at one event in the order of the cast, creates the histories, and lets each person
     * report the viewer.
     */
    async begin(): Promise<number> {
      const at = (hours: number) => new Date(praca.clock.nowMs() + hours * 3_600_000).toISOString();
      const event = await call(staff, 'POST', '/staff/events', {
        name: 'Baile',
        category: 'Música',
        startDate: at(24),
        endDate: at(30),
        location: { name: 'Praça', city: 'Rio de Janeiro' },
      });
      const eventId = Number(event['id']);
      const all = [...others, viewer].map(({ id }) => id);
      await praca.sql`
        insert into social.attendances (event_id, user_id, confirmed_at)
        select ${eventId}, id, ${praca.clock.now()}::timestamptz + position * interval '1 millisecond'
        from unnest(${all}::uuid[]) with ordinality as given (id, position)`;
      await praca.sql`update social.events set participants = ${all.length} where id = ${eventId}`;
      for (const other of others) {
        if (other.history === 'liked' || other.history === 'partner') await like(viewer, other);
        if (other.history === 'admirer' || other.history === 'partner') await like(other, viewer);
        await call(other.headers, 'POST', `/user/${other.id}/report/${viewer.id}`, {
          reason: reasonOf(other),
        });
      }
      await call(staff, 'POST', `/staff/users/${viewer.id}/warn`, { reason: 'Be kind' });
      for (const erased of having('erased')) {
        if (erased.history === 'partner')
          await call(viewer.headers, 'POST', `/user/${viewer.id}/report/${erased.id}`, { reason: 'Rude' });
        await call(staff, 'POST', `/staff/users/${erased.id}/warn`, { reason: 'Be kind' });
      }
      for (const partner of partners) await writeBoth(partner, 'cedo');
      return eventId;
    },
    /** Writes messages that are unread, with pending pushes, when the relation begins. */
    async writeLate(): Promise<void> {
      for (const partner of partners) {
        await writeBoth(partner, 'tarde');
        await call(partner.headers, 'POST', `/user/${partner.id}/chat/${viewer.id}/typing`);
        await call(viewer.headers, 'POST', `/user/${viewer.id}/chat/${partner.id}/typing`);
      }
      await praca.sql`delete from social.seen_combinations`;
    },
    async separate(): Promise<void> {
      const hide = (deed: string) => (other: Member) =>
        call(staff, 'POST', `/staff/users/${other.id}/${deed}`, { reason: 'x', until: null });
      const remove = (other: Member) => call(other.headers, 'POST', `/user/${other.id}/delete`);
      const acts: Partial<Record<Member['relation'], (other: Member) => Promise<unknown>>> = {
        undone: (other) => call(viewer.headers, 'POST', `/user/dislike/${other.id}`),
        'undone by the other': (other) => call(other.headers, 'POST', `/user/dislike/${viewer.id}`),
        blocked: (other) => block(viewer, other),
        'blocked by the other': (other) => block(other, viewer),
        'blocked by both': async (other) => {
          await block(viewer, other);
          await block(other, viewer);
        },
        unblocked: async (other) => {
          await block(viewer, other);
          await call(viewer.headers, 'DELETE', `/user/block/${other.id}`);
        },
        'kept out of feeds': hide('hide'),
        suspended: hide('suspend'),
        deleted: remove,
        erased: remove,
      };
      for (const other of others) await acts[other.relation]?.(other);
      const gone = having('erased').map(({ id }) => id);
      await praca.sql`
        update social.users set deleted_at = deleted_at - interval '31 days' where id = any(${gone}::uuid[])`;
    },
    /** Erases deleted users and sends all pending pushes. */
    async runJobs(): Promise<void> {
      await praca.sql`select graphile_worker.add_job('social_erase_deleted_users', '{}')`;
      await praca.runJobs();
      const idle = async () =>
        (await praca.sql`select from graphile_worker.jobs where task_identifier like 'social_%'`).length ===
        0;
      await until(idle, 'all jobs');
    },
  };
}
