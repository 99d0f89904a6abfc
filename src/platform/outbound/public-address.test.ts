import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress } from './public-address.ts';

test('distinguishes public addresses from all others', () => {
  const table: Record<string, boolean> = {
    '1.1.1.1': true,
    '8.8.8.8': true,
    '172.15.255.255': true,
    '172.32.0.1': true,
    '100.63.255.255': true,
    '2606:4700:4700::1111': true,
    '200.160.2.3': true,
    '2804:1::1': true,
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
    '192.31.196.1': false,
    '192.88.99.1': false,
    '198.18.0.1': false,
    '203.0.113.9': false,
    '224.0.0.1': false,
    '240.0.0.1': false,
    '255.255.255.255': false,
    '::': false,
    '::1': false,
    '::ffff:127.0.0.1': false,
    '::ffff:10.0.0.1': false,
    '2002:a00:1::': false,
    '64:ff9b::a00:1': false,
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
    'not an address': false,
    '0x7f.1': false,
  };
  for (const [address, expected] of Object.entries(table)) {
    assert.equal(isPublicAddress(address), expected, address);
  }
});

test('a network is reserved exactly from its first to its last address', () => {
  /** The first and the last address, then the adjacent ones outside if those are public. */
  const networks: [first: string, last: string, ...outside: string[]][] = [
    ['0.0.0.0', '0.255.255.255', '1.0.0.0'],
    ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
    ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
    ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
    ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
    ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
    ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
    ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
    ['192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
    ['192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
    ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
    ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
    ['192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
    ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
    ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
    ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
    ['224.0.0.0', '255.255.255.255', '223.255.255.255'],
    ['2001::', '2001:1ff:ffff::', '2000:ffff::', '2001:200::'],
    ['2001:db8::', '2001:db8:ffff::', '2001:db7:ffff::', '2001:db9::'],
    ['2002::', '2002:ffff::', '2001:ffff::', '2003::'],
    ['2620:4f:8000::', '2620:4f:8000:ffff::', '2620:4f:7fff::', '2620:4f:8001::'],
    ['3fff::', '3fff:fff::', '3ffe:ffff::', '3fff:1000::'],
  ];
  for (const [first, last, ...outside] of networks) {
    for (const address of [first, last]) assert.equal(isPublicAddress(address), false, address);
    for (const address of outside) assert.equal(isPublicAddress(address), true, address);
  }
  for (const address of ['1fff::', '4000::']) assert.equal(isPublicAddress(address), false, address);
});

test('an IPv4 address inside an IPv6 address is checked by the IPv4 rules', () => {
  assert.equal(isPublicAddress('::ffff:198.17.255.1'), true);
  assert.equal(isPublicAddress('::ffff:198.18.0.1'), false);
  assert.equal(isPublicAddress('::ffff:192.0.2.1'), false);
  assert.equal(isPublicAddress('::ffff:192.0.3.1'), true);
  assert.equal(isPublicAddress('64:ff9b::198.51.100.16'), false);
  assert.equal(isPublicAddress('no address'), false);
});
