import { CommandError, type Command } from '../../platform/command.ts';
import { changeReferenceRule } from './change-reference-rule.ts';

const referenceCommand = (
  rule: 'unique' | 'any',
  summary: string,
  done: (psp: string) => string,
): Command => ({
  name: `psp references ${rule}`,
  summary,
  usage: '<psp>',
  positionals: 1,
  async run(platform, { positionals: [psp = ''] }, print) {
    if (!/^[1-9]\d{0,8}$/.test(psp)) throw new CommandError('Name the PSP by its number.');
    await changeReferenceRule(platform, Number(psp), rule === 'unique');
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
    'Lets a PSP use a payment_reference as often as it likes.',
    (psp) => `PSP ${psp} may use a payment_reference as often as it likes.`,
  ),
];
