import { test } from 'node:test';
import { walkTour } from '../support/tour/walk-tour.ts';

test('the tour of merchant works in a fresh sandbox and shows the real answers', () =>
  walkTour('docs/tour/merchant.md'));
