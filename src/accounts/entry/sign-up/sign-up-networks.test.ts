import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientNetworkOf } from '../../../platform/http/edge/client-network.ts';
import { signUpNetworks } from './limit-sign-ups.ts';

const names = (ip: string): string[] =>
  signUpNetworks(clientNetworkOf(ip), { atOnce: 1, perDay: 1 }).map(({ name }) => name);

test('an IPv4 address counts by itself, even if it is written as IPv6', () => {
  assert.deepEqual(names('192.0.2.7'), ['192.0.2.7']);
  assert.deepEqual(names('::ffff:192.0.2.7'), ['192.0.2.7']);
});

test('an IPv6 address counts for its /64, /56 and /48, with larger limits for wider networks', () => {
  assert.deepEqual(names('2001:db8:1:abcd::9'), [
    '2001:db8:1:abcd::/64',
    '2001:db8:1:ab00::/56',
    '2001:db8:1::/48',
  ]);
  assert.deepEqual(names('2001:db8:1:2::9').slice(1), ['2001:db8:1:000::/56', '2001:db8:1::/48']);
  assert.equal(names('2001:db8:1:ab01::1')[1], names('2001:db8:1:abff::1')[1]);
  assert.notEqual(names('2001:db8:1:ab01::1')[1], names('2001:db8:1:ac01::1')[1]);
  const limits = signUpNetworks('2001:db8:1:2::/64', { atOnce: 5, perDay: 7 });
  assert.deepEqual(
    limits.map(({ atOnce, perDay }) => [atOnce, perDay]),
    [
      [5, 7],
      [10, 14],
      [20, 28],
    ],
  );
});
