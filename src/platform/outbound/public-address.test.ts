import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress } from './public-address.ts';

test('addresses of the public internet are told from all others', () => {
  const table: Record<string, boolean> = {
    '1.1.1.1': true,
    '8.8.8.8': true,
    '172.15.255.255': true,
    '172.32.0.1': true,
    '100.63.255.255': true,
    '2606:4700:4700::1111': true,
    '::ffff:8.8.8.8': true,
    '64:ff9b::8.8.8.8': true,
    '0.0.0.0': false,
    '10.1.2.3': false,
    '100.64.0.1': false,
    '127.0.0.1': false,
    '127.255.255.254': false,
    '169.254.169.254': false,
    '172.16.0.1': false,
    '172.31.255.255': false,
    '192.168.1.1': false,
    '198.18.0.1': false,
    '203.0.113.9': false,
    '224.0.0.1': false,
    '240.0.0.1': false,
    '255.255.255.255': false,
    '::': false,
    '::1': false,
    '::ffff:127.0.0.1': false,
    '::ffff:7f00:1': false,
    '0:0:0:0:0:ffff:a9fe:a9fe': false,
    '::127.0.0.1': false,
    '64:ff9b::10.0.0.1': false,
    '64:ff9b:1::a00:1': false,
    'fe80::1': false,
    'fe80::1%eth0': false,
    'fec0::1': false,
    'fc00::1': false,
    'fd00:ec2::254': false,
    'ff02::1': false,
    '2001::1': false,
    '2001:db8::1': false,
    '2002:7f00:1::': false,
    '3fff::1': false,
    '': false,
    localhost: false,
    '0x7f.1': false,
  };
  for (const [address, expected] of Object.entries(table)) {
    assert.equal(isPublicAddress(address), expected, address);
  }
});
