import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emailChangeJobs } from '../email-change/email-change.jobs.ts';
import { recoveryJobs } from '../recovery/recovery.jobs.ts';
import { signUpJobs } from '../sign-up/sign-up.jobs.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { pictureJobs } from './picture.jobs.ts';

test('no mail waits behind a picture that is fetched from a server of a user’s choice', () => {
  const context = {} as AccountsContext;
  const lanesOf = (jobs: readonly { readonly lane?: string }[]) => jobs.map(({ lane }) => lane ?? 'general');
  const ofMails = lanesOf([...signUpJobs(context), ...recoveryJobs(context), ...emailChangeJobs(context)]);
  for (const lane of lanesOf(pictureJobs(context))) assert.ok(![...ofMails, 'mail'].includes(lane));
});
