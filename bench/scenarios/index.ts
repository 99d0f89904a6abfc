import type { Scenario } from '../scenario.ts';
import {
  profileWhileSigningIn,
  signInBesideArgon,
  signInBesideScrypt,
  signUpBesideArgon,
  signUpBesideScrypt,
} from './accounts.ts';
import { bareRoute } from './bare-route.ts';
import { insert, insertWithKey } from './insert.ts';
import { indexedSelect } from './indexed-select.ts';
import { memory } from './memory.ts';

/** Everything that `npm run bench` measures, in this order. */
export const scenarios: readonly Scenario[] = [
  bareRoute,
  indexedSelect,
  insert,
  insertWithKey,
  signInBesideScrypt,
  signInBesideArgon,
  signUpBesideScrypt,
  signUpBesideArgon,
  profileWhileSigningIn,
  memory,
];
