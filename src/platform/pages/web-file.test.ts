import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortenStyles } from './web-file.ts';

test('style sheets are served without comments and indentation and keep their meaning', () => {
  const written = `/* Why. */
a,
b > c {
  font: 1rem / 1.5 var(--sans);
  width: calc(100% - 2px);
}
@media (max-width: 40rem) {
  a::before {
    content: '✓' / '';
  }
}
`;
  assert.equal(
    shortenStyles(written),
    "a,b > c{font: 1rem / 1.5 var(--sans);width: calc(100% - 2px)}@media (max-width: 40rem){a::before{content: '✓' / ''}}",
  );
});
