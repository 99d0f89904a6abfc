import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicHost } from './public-host.ts';

test('distinguishes hosts that may be public from local names and private addresses, in every notation', () => {
  const table: Record<string, boolean> = {
    'https://push.example.net/': true,
    'https://push.example.net./': true,
    'https://localhost.example.net/': true,
    'https://internal-tools.example/': true,
    'https://mylocal/': false,
    'https://8.8.8.8/': true,
    'https://[2606:4700:4700::1111]/': true,
    'https://[::ffff:8.8.8.8]/': true,
    'https://[::ffff:127.0.0.1]/': false,
    'https://[::ffff:7f00:1]/': false,
    'https://[64:ff9b::a00:1]/': false,
    'https://[::1]/': false,
    'https://[fe80::1]/': false,
    'https://127.0.0.1/': false,
    'https://127.0.0.1./': false,
    'https://127.1/': false,
    'https://2130706433/': false,
    'https://0x7f.1/': false,
    'https://0177.0.0.1/': false,
    'https://①②⑦.0.0.1/': false,
    'https://10.1.2.3/': false,
    'https://169.254.169.254/': false,
    'https://localhost/': false,
    'https://LOCALHOST/': false,
    'https://localhost./': false,
    'https://a.localhost/': false,
    'https://intranet/': false,
    'https://printer.local/': false,
    'https://db.internal/': false,
    'https://db.INTERNAL../': false,
    'https://router.home.arpa/': false,
    'https://a.localdomain/': false,
    // URL does not normalise the host of a scheme that it does not know.
    'push://LOCALHOST/': false,
    'push://A.Internal/': false,
  };
  for (const [url, expected] of Object.entries(table)) {
    assert.equal(isPublicHost(new URL(url)), expected, url);
  }
});
