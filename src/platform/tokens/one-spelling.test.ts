import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeOnce } from './one-spelling.ts';

test('accepts only the canonical encoding of the same bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.base64String(), (bytes, other) => {
      for (const encoding of ['base64', 'base64url'] as const) {
        const written = Buffer.from(bytes).toString(encoding);
        assert.deepEqual(decodeOnce(written, encoding), Buffer.from(bytes));
        for (const last of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=\n ') {
          const spelled = written.slice(0, -1) + last;
          const isAnother = !Buffer.from(spelled, encoding).equals(bytes);
          assert.ok(spelled === written || isAnother || decodeOnce(spelled, encoding) === undefined, spelled);
        }
        for (const spelled of [`${written}=`, `${written}\n`, ` ${written}`, other])
          if (spelled !== written)
            assert.notDeepEqual(decodeOnce(spelled, encoding), Buffer.from(bytes), spelled);
      }
    }),
  );
});
