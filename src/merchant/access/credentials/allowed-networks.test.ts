import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAllowedFrom, parseNetworks } from './allowed-networks.ts';

test('networks and single addresses are parsed, and nothing else', () => {
  assert.deepEqual(parseNetworks(' 203.0.113.0/24,\n2001:DB8::/32 198.51.100.7'), [
    '203.0.113.0/24',
    '2001:db8::/32',
    '198.51.100.7/32',
  ]);
  assert.deepEqual(parseNetworks(''), []);
  for (const bad of [
    'shop.example',
    '1.2.3.4/33',
    '1.2.3.4/',
    '1.2.3.4/-1',
    '::1/129',
    '1.2.3.4/8/8',
    '1.2.3',
  ])
    assert.throws(() => parseNetworks(bad), /networks must be networks/, bad);
  assert.throws(() => parseNetworks(Array.from({ length: 21 }, (_, n) => `10.0.0.${n}`).join(' ')));
});

test('an address is allowed if it is in one of the networks, also as an IPv4-mapped IPv6 address', () => {
  const networks = parseNetworks('203.0.113.0/24 2001:db8::/32');
  for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '2001:db8:1::9'])
    assert.ok(isAllowedFrom(networks, address), address);
  for (const address of ['203.0.114.7', '::ffff:203.0.114.7', '2001:db9::1', '', 'nonsense'])
    assert.ok(!isAllowedFrom(networks, address), address);
  assert.ok(isAllowedFrom([], '198.51.100.1'));
});
