import assert from 'node:assert/strict';
import { newId } from '../../src/platform/ids.ts';
import type { TestApp } from './app.ts';
import { createPerson, staffAs } from './console.ts';
import { openModeration } from './moderation.ts';
import { openPeople } from './social-people.ts';
import { insertRow } from './table-rows.ts';

/** Creates one of each object that staff pages of accounts, social and the platform show. */
export async function fillTown(praca: TestApp): Promise<void> {
  const { sql } = praca;
  const now = praca.clock.now();
  const day = (days: number): string => new Date(now.getTime() + days * 86_400_000).toISOString();
  const people = await openPeople(praca);
  const moderation = await openModeration(praca);
  const staff = await moderation.staff('clara');
  const [ana, bia] = await people.create(2);
  assert.ok(ana && bia);
  await people.combine(ana, bia);
  await sql`update social.users set about = 'about', email = 'bia@example.com' where id = ${bia.id}`;
  await insertRow(sql, 'social', 'photos', {
    id: newId(),
    user_id: bia.id,
    position: 0,
    link: '/portraits/a.svg',
    created_at: now,
  });
  const report = { reason: 'rude', category: 'scam' };
  await moderation.call('POST', `/user/${ana.id}/report/${bia.id}`, ana.headers, report);
  await moderation.act(bia.id, 'hide', { reason: 'rude', note: 'note' });
  const [act] = await sql<{ id: string }[]>`select id from social.moderation_acts where kind = 'hide'`;
  await insertRow(sql, 'social', 'appeals', {
    id: newId(),
    user_id: bia.id,
    act_id: act?.id,
    body: 'appeal',
    created_at: now,
  });
  await moderation.call('POST', `/user/${bia.id}/report/${ana.id}`, bia.headers, report);
  const [row] = await sql<{ id: string }[]>`select id from social.reports where reported_id = ${ana.id}`;
  await insertRow(sql, 'social', 'report_messages', {
    report_id: row?.id,
    message_id: newId(),
    from_reporter: false,
    body: 'message',
  });
  await moderation.call('POST', '/staff/events', staff, {
    name: 'Samba',
    description: 'Music',
    category: 'Music',
    startDate: day(3),
    endDate: day(4),
    location: { name: 'Praça', city: 'São Paulo' },
  });
  await moderation.call('POST', '/staff/campaigns', staff, {
    title: 'Samba',
    description: 'Samba',
    media_type: 1,
    media: 'https://example.com/a.jpg',
    link: 'https://example.com',
    starts_at: day(-3),
    ends_at: day(5),
    cities: [],
    weight: 10,
  });
  await moderation.call('PUT', '/staff/terms/en', staff, { body: 'First' });
  await fillAccounts(praca, now);
  const person = await createPerson(praca, [staffAs('viewer')]);
  await insertRow(sql, 'platform', 'person_passkeys', {
    credential_id: '\\x01',
    person_id: person.id,
    public_key: '\\x01',
    sign_count: 0,
    name: 'phone',
    created_at: now,
  });
  await sql`select graphile_worker.add_job('social.nothing', '{}')`;
  await sql`update graphile_worker._private_jobs set attempts = 3, last_error = 'broken'`;
}

async function fillAccounts({ sql }: TestApp, now: Date): Promise<void> {
  const account = newId();
  const person = { email: 'maria@example.com', first_name: 'Maria', last_name: 'Silva', language: 'en' };
  const key = { email_key: 'maria@example.com', created_at: now };
  await insertRow(sql, 'accounts', 'users', { id: account, ...person, ...key });
  await insertRow(sql, 'accounts', 'sessions', {
    id: newId(),
    user_id: account,
    token_hash: '\\x01',
    address: '10.0.0.1',
    user_agent: 'Firefox',
    created_at: now,
    last_seen_at: now,
    expires_at: new Date(now.getTime() + 86_400_000),
  });
  await insertRow(sql, 'accounts', 'audit', {
    id: newId(now.getTime()),
    user_id: account,
    event: 'signed_in',
    address: '10.0.0.1',
    user_agent: 'Firefox',
    detail: {},
    at: now,
  });
  await insertRow(sql, 'accounts', 'social_identities', {
    issuer: 'https://accounts.google.com',
    subject: '1',
    user_id: account,
    email: 'maria@example.com',
    created_at: now,
  });
  await insertRow(sql, 'accounts', 'pending_registrations', {
    id: newId(),
    ...person,
    email: 'rui@example.com',
    email_key: 'rui@example.com',
    password_hash: '',
    created_at: now,
    expires_at: new Date(now.getTime() + 86_400_000),
  });
}
