import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutControls } from './without-controls.ts';

for (const [name, text, left] of [
  ['lines and tabs', 'a\r\nb\tc\nd', 'a\r\nb\tc\nd'],
  ['the line ends of word processors', 'a\u000bb\u000cc\u0085d', 'a\nb\nc\nd'],
  ['other control characters', 'a\u0000\u0007\u001b[2J\u007f\u009fb 🎈', 'a[2Jb 🎈'],
] as const)
  test(`removes only control characters from typed or pasted text: ${name}`, () =>
    assert.equal(withoutControls(text), left));
