import { CommandError, type Command } from '../../../platform/command.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { ProblemError } from '../../../platform/problem.ts';
import { byOption, readStaff } from '../../../platform/staff/read-staff.ts';
import { adminRoles, staffActor } from '../audit/audit.rules.ts';
import { recordAction } from '../audit/record-action.ts';
import { readPspId } from '../credentials/read-psp-id.ts';
import { changePspContact } from './psp-contact.ts';

export const contactCommands: readonly Command[] = [
  {
    name: 'psp contact',
    summary: 'Sets the support address and the shop link for customers of a PSP. An omitted one is removed.',
    usage: '<psp> [--support e-mail] [--shop https://…] --by <e-mail>',
    options: { support: { type: 'string' }, shop: { type: 'string' }, ...byOption },
    positionals: 1,
    async run(platform, { values, positionals: [psp] }, print) {
      const pspId = readPspId(psp);
      const by = staffActor((await readStaff(platform, values, adminRoles)).email);
      const text = (name: string): string => (typeof values[name] === 'string' ? values[name] : '');
      const input = { support_address: text('support'), shop_url: text('shop') };
      try {
        const contact = await transaction(platform.sql, async (tx) => {
          const { support_address, shop_url } = await changePspContact(tx, pspId, input);
          const detail = { support_address, shop_url };
          recordAction(tx, platform, {
            action: 'contact',
            subject: `psp:${pspId}`,
            by,
            reason: null,
            detail,
          });
          return detail;
        });
        print(`PSP ${pspId}: support ${contact.support_address ?? '-'}, shop ${contact.shop_url ?? '-'}.`);
      } catch (error) {
        throw error instanceof ProblemError ? new CommandError(error.detail) : error;
      }
    },
  },
];
