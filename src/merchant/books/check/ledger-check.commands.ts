import { CommandError, type Command } from '../../../platform/command.ts';
import { openDatabase } from '../../../platform/postgres/client/database.ts';
import { checkLedger } from './check-ledger.ts';
import { describeProof } from './ledger-check.rules.ts';

export const ledgerCheckCommands: readonly Command[] = [
  {
    name: 'ledger check',
    summary:
      'Checks the books while the server runs: each asset, movement, account and held coin. Changes nothing.',
    positionals: 0,
    async run({ connection }, _input, print) {
      // Uses a connection of its own, because summing years of entries takes longer than the usual statement timeout.
      const sql = openDatabase({
        connection,
        poolSize: 1,
        applicationName: 'praca ledger check',
        statementTimeoutMs: 0,
      });
      try {
        const proofs = await checkLedger(sql);
        proofs.flatMap(describeProof).forEach(print);
        const wrong = proofs.filter(({ faults }) => faults.length > 0);
        if (wrong.length > 0)
          throw new CommandError(`The books are wrong: ${wrong.length} of ${proofs.length} proofs fail.`);
      } finally {
        await sql.end();
      }
    },
  },
];
