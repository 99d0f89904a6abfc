import assert from 'node:assert/strict';
import { merchantService } from '../../src/merchant/merchant.service.ts';
import type { TestApp } from './app.ts';

/** What staff type, and what they read; a sentence that says no is thrown as a `CommandError`. */
export async function runCommand(
  { platform }: Pick<TestApp, 'platform'>,
  name: string,
  positionals: string[] = [],
  values: Record<string, string | true> = {},
): Promise<string[]> {
  const command = merchantService.commands.find((candidate) => candidate.name === name);
  assert.ok(command, name);
  const lines: string[] = [];
  await command.run(platform, { values, positionals }, (line) => void lines.push(line));
  return lines;
}
