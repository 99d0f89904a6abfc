import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openAccountsApp, type AccountsApp } from '../../../../test/support/accounts.ts';
import { explainGeneric } from '../../../../test/support/explain.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { Sql } from '../../../platform/postgres/client/database.ts';
import { deleteRefusalsBefore } from '../../../platform/throttle/refusal.store.ts';
import {
  deleteDevicesBefore,
  deleteKnownAddressesBefore,
} from '../../protection/attempts/known-place.store.ts';
import { deleteAuditBefore } from '../../protection/audit/audit.store.ts';
import { refusalTable } from '../../protection/audit/record-audit.ts';
import { deleteExpiredChanges } from '../email-change/email-change.store.ts';
import { deleteExpiredWaysBack } from '../email-change/way-back.store.ts';
import { deleteExpiredTokens } from '../../credentials/passwords/reset-token.store.ts';
import { deleteExpiredSessions } from '../../sessions/session.store.ts';
import { deleteExpiredRegistrations } from '../../entry/sign-up/registration.store.ts';
import { deleteExpiredNonces } from '../../credentials/social-login/nonce.store.ts';
import { nonceCrons } from '../../credentials/social-login/nonces.ts';

let accounts: AccountsApp;
before(async () => {
  accounts = await openAccountsApp();
});
after(() => accounts.close());

const now = new Date();
const sweeps: [index: string, sweep: (sql: Sql, limit: number) => Promise<number>][] = [
  ['sessions_expires_at', (sql, limit) => deleteExpiredSessions(sql, now, limit)],
  ['pending_registrations_expires_at', (sql, limit) => deleteExpiredRegistrations(sql, now, limit)],
  ['recoveries_expires_at', (sql, limit) => deleteExpiredTokens(sql, now, limit)],
  ['email_changes_expires_at', (sql, limit) => deleteExpiredChanges(sql, now, limit)],
  ['email_ways_back_expires_at', (sql, limit) => deleteExpiredWaysBack(sql, now, limit)],
  ['used_nonces_expires_at', (sql, limit) => deleteExpiredNonces(sql, now, limit)],
  ['audit_at', (sql, limit) => deleteAuditBefore(sql, now, limit)],
  ['refusals_hour', (sql, limit) => deleteRefusalsBefore(sql, refusalTable, now, limit)],
  ['known_devices_last_used_at', (sql, limit) => deleteDevicesBefore(sql, now, limit)],
  ['known_addresses_last_used_at', (sql, limit) => deleteKnownAddressesBefore(sql, now, limit)],
];

test('every sweep uses an index and a limit', async () => {
  for (const [index, sweep] of sweeps) {
    const plan = await explainGeneric(accounts.sql, (sql) => sweep(sql, 1000));
    assert.match(plan, new RegExp(`Index (?:Only )?Scan using ${index} `), plan);
    assert.match(plan, /Limit/);
  }
});

test('a sweep deletes batch by batch until nothing is left, and skips locked rows', async () => {
  const { sql, platform } = accounts;
  const insert = (count: number) => sql`
    insert into accounts.used_nonces (hash, expires_at)
    select sha256(n::text::bytea), now() - interval '1 hour' from generate_series(1, ${count}) n`;
  await insert(2500);
  assert.equal(await deleteExpiredNonces(sql, platform.clock.now(), 1000), 1000);
  const count = async (): Promise<number> => (await sql`select 1 from accounts.used_nonces`).length;
  assert.equal(await count(), 1500);
  const [cron] = nonceCrons(platform);
  await transaction(sql, async (tx) => {
    await tx`select 1 from accounts.used_nonces limit 1 for update`;
    await cron?.run(undefined);
    assert.equal(await count(), 1);
  });
  await cron?.run(undefined);
  assert.equal(await count(), 0);
});
