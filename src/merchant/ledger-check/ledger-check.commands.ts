import { CommandError, type Command } from '../../platform/command.ts';
import { openDatabase } from '../../platform/postgres/client/database.ts';
import { checkLedger } from './check-ledger.ts';
import { describeProof } from './ledger-check.rules.ts';

export const ledgerCheckCommands: readonly Command[] = [
  {
    name: 'ledger check',
    summary:
      'Proves the books beside the running server: each asset, movement, account and held coin; changes nothing.',
    positionals: 0,
    async run({ connection }, _input, print) {
      // Its own connection: years of entries take longer to sum than a request may.
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
