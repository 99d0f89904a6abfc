import { test } from 'node:test';
import { walkTour } from '../support/tour/walk-tour.ts';

test('the tour of merchant works in a fresh sandbox and shows what really comes', () =>
  walkTour('docs/tour/merchant.md'));
