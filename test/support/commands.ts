import assert from 'node:assert/strict';
import { merchantService } from '../../src/merchant/merchant.service.ts';
import { insertMembership } from '../../src/platform/console/people/membership.store.ts';
import { findPersonByEmail, insertPerson } from '../../src/platform/console/people/person.store.ts';
import { staffKind } from '../../src/platform/console/people/roles.rules.ts';
import { emailKeyOf } from '../../src/platform/identity/read-email.ts';
import { newId } from '../../src/platform/ids.ts';
import type { TestApp } from './app.ts';

/** The staff member of commands whose test names no other. */
const usualStaff = 'staff@commands.test';

/**
 * Runs a staff command and returns its output lines. A refusal is thrown as a `CommandError`. Every address under
 * `commands.test` belongs to an administrator. `by: ''` names no one.
 */
export async function runCommand(
  { platform }: Pick<TestApp, 'platform'>,
  name: string,
  positionals: string[] = [],
  values: Record<string, string | true> = {},
): Promise<string[]> {
  const command = merchantService.commands.find((candidate) => candidate.name === name);
  assert.ok(command, name);
  const given = { ...(command.options?.['by'] ? { by: usualStaff } : {}), ...values };
  const { by } = given;
  if (typeof by === 'string' && /@commands\.test$/i.test(by)) await addStaff(platform, by);
  const lines: string[] = [];
  await command.run(platform, { values: given, positionals }, (line) => void lines.push(line));
  return lines;
}

/** Returns the address of an active administrator. */
export async function addStaff({ home, clock }: TestApp['platform'], email = usualStaff): Promise<string> {
  const now = clock.now();
  const emailKey = emailKeyOf(email);
  const person = { id: newId(), email, emailKey, name: email, passwordHash: null, language: 'en', now };
  await insertPerson(home.sql, person);
  const known = await findPersonByEmail(home.sql, emailKey);
  assert.ok(known);
  const place = { kind: staffKind, organisation: '', role: 'admin' } as const;
  await insertMembership(home.sql, { personId: known.id, ...place, now });
  return email;
}
