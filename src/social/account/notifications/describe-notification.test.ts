import assert from 'node:assert/strict';
import { test } from 'node:test';
import { previewOf } from './describe-notification.ts';

test('a preview has at most 200 characters, counted as code points', () => {
  assert.equal(previewOf('Oi!'), 'Oi!');
  assert.equal(previewOf('🎈'.repeat(200)), '🎈'.repeat(200));
  assert.equal(previewOf('🎈'.repeat(201)), `${'🎈'.repeat(199)}…`);
});
