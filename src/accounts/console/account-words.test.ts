import { testWords } from '../../../test/support/words.ts';
import { accountActs, accountTexts } from './account-texts.ts';
import { eventWords } from './event-words.ts';

testWords({ accountTexts, accountActs, eventWords });
