import { readPspId } from '../access/credentials/read-psp-id.ts';
import { type Command } from '../../platform/command.ts';
import { byOption, readStaff } from '../../platform/staff/read-staff.ts';
import { moneyRoles, staffActor } from '../access/audit/audit.rules.ts';
import { recordAction } from '../access/audit/record-action.ts';
import { changeReferenceRule } from './change-reference-rule.ts';

const referenceCommand = (
  rule: 'unique' | 'any',
  summary: string,
  done: (psp: string) => string,
): Command => ({
  name: `psp references ${rule}`,
  summary,
  usage: '<psp> --by <e-mail>',
  options: byOption,
  positionals: 1,
  async run(platform, { values, positionals: [psp = ''] }, print) {
    const pspId = readPspId(psp);
    const by = staffActor((await readStaff(platform, values, moneyRoles)).email);
    await changeReferenceRule(platform, pspId, rule === 'unique', async (tx) =>
      recordAction(tx, platform, { action: `references ${rule}`, subject: `psp:${psp}`, by, reason: null }),
    );
    print(done(psp));
  },
});

export const paymentCommands: readonly Command[] = [
  referenceCommand(
    'unique',
    'Refuses a second payment of a PSP with the same payment_reference.',
    (psp) => `A second payment of PSP ${psp} with the same payment_reference is refused from now on.`,
  ),
  referenceCommand(
    'any',
    'Accepts several payments of a PSP with the same payment_reference.',
    (psp) => `PSP ${psp} may use a payment_reference for several payments from now on.`,
  ),
];
