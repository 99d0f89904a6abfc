import { accountsWords } from '../src/accounts/details/accounts-words.rules.ts';
import { accountsProblems } from '../src/accounts/accounts.problems.ts';
import { addressWords } from '../src/merchant/details/address-words.rules.ts';
import { merchantWords } from '../src/merchant/details/merchant-words.rules.ts';
import { payoutWords } from '../src/merchant/details/payout-words.rules.ts';
import { merchantProblems } from '../src/merchant/merchant.problems.ts';
import type { ProblemCatalogue } from '../src/platform/problem.ts';
import { fieldWords } from '../src/platform/words/field-words.ts';
import { platformWords } from '../src/platform/words/platform-words.ts';
import { safetyWords } from '../src/social/details/safety-words.rules.ts';
import { socialWords } from '../src/social/details/social-words.rules.ts';
import { socialProblems } from '../src/social/social.problems.ts';
import { testWords } from './support/words.ts';

const titlesOf = (catalogue: ProblemCatalogue) =>
  Object.fromEntries(Object.entries(catalogue).map(([code, { title }]) => [code, title]));

testWords({
  fieldWords,
  platformWords,
  accountsWords,
  safetyWords,
  socialWords,
  addressWords,
  merchantWords,
  payoutWords,
  accounts: titlesOf(accountsProblems.catalogue),
  merchant: titlesOf(merchantProblems.catalogue),
  social: titlesOf(socialProblems.catalogue),
});
