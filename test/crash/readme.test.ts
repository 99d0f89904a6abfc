import { test } from 'node:test';
import { walkTour } from '../support/tour/walk-tour.ts';

// Skips the README's other blocks, which start the sandbox, run these tests or concern production.
test('the README’s requests work in a fresh sandbox and return the answers that it shows', () =>
  walkTour('README.md', ({ script }) => /\bcurl\b/.test(script)));
