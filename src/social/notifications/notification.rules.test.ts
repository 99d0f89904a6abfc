import assert from 'node:assert/strict';
import { test } from 'node:test';
import { previewOf } from './notification.rules.ts';

test('a preview has 200 characters at most, as people count them', () => {
  assert.equal(previewOf('Oi!'), 'Oi!');
  assert.equal(previewOf('🎈'.repeat(200)), '🎈'.repeat(200));
  assert.equal(previewOf('🎈'.repeat(201)), `${'🎈'.repeat(199)}…`);
});
