import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emailChangeJobs } from '../../profile/email-change/email-change.jobs.ts';
import { recoveryJobs } from '../../entry/recovery/mail-recovery.ts';
import { signUpJobs } from '../../entry/sign-up/pending-registrations.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { pictureJobs } from './keep-social-picture.ts';

test('fetching pictures runs in another lane than mails', () => {
  const context = {} as AccountsContext;
  const lanesOf = (jobs: readonly { readonly lane?: string }[]) => jobs.map(({ lane }) => lane ?? 'general');
  const ofMails = lanesOf([...signUpJobs(context), ...recoveryJobs(context), ...emailChangeJobs(context)]);
  for (const lane of lanesOf(pictureJobs(context))) assert.ok(![...ofMails, 'mail'].includes(lane));
});
