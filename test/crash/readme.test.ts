import { test } from 'node:test';
import { walkTour } from '../support/tour/walk-tour.ts';

// Its other blocks start the sandbox, run these tests or are about production.
test('the requests of the README work in a fresh sandbox and show what really comes', () =>
  walkTour('README.md', ({ script }) => /\bcurl\b/.test(script)));
