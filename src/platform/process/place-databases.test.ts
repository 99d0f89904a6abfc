import assert from 'node:assert/strict';
import { test } from 'node:test';
import { platformSettings } from '../platform.settings.ts';
import { parseDatabaseUrl } from '../postgres/client/connection.ts';
import { readSettings } from '../settings.ts';
import { placeDatabases, placesOf } from './place-databases.ts';

const homeUrl = 'postgres://praca@db.internal/praca';

const place = (environment: Record<string, string>) =>
  placeDatabases(readSettings(platformSettings, { environment }), parseDatabaseUrl(homeUrl));

const shown = (places: ReturnType<typeof place>): unknown[] =>
  places.map(({ name, setting, connection, replicas, services }) => [
    name,
    setting,
    connection.database,
    replicas.map(({ host }) => host),
    services,
  ]);

test('without their own settings all services are in the home database', () => {
  assert.deepEqual(shown(place({ DATABASE_REPLICA_URL: 'postgres://standby/praca' })), [
    ['home', 'DATABASE_URL', 'praca', ['standby'], ['merchant', 'accounts', 'social']],
  ]);
});

test('settings with the same target are one database, even if that is home', () => {
  const places = place({
    MERCHANT_DATABASE_URL: 'postgres://praca@db.internal:5432/money',
    ACCOUNTS_DATABASE_URL: 'postgresql://praca@db.internal/money',
    SOCIAL_DATABASE_URL: 'postgres://praca@db.internal:5432/praca',
    ACCOUNTS_DATABASE_REPLICA_URL: 'postgres://one/money,postgres://two/money',
  });
  assert.deepEqual(shown(places), [
    ['home', 'DATABASE_URL', 'praca', [], ['social']],
    ['merchant+accounts', 'MERCHANT_DATABASE_URL', 'money', ['one', 'two'], ['merchant', 'accounts']],
  ]);
});

test('a process needs the home database and those of its services', () => {
  const places = place({
    MERCHANT_DATABASE_URL: 'postgres://a/merchant',
    SOCIAL_DATABASE_URL: 'postgres://b/social',
  });
  const names = (services: readonly string[]) => placesOf(places, services).map(({ name }) => name);
  assert.deepEqual(names(['merchant', 'accounts', 'social']), ['home', 'merchant', 'social']);
  assert.deepEqual(names(['social']), ['home', 'social']);
  assert.deepEqual(names(['accounts']), ['home']);
});
