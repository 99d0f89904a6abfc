import { chownSync, writeFileSync } from 'node:fs';
import { launch } from '../../support/process.ts';
import { freePorts } from '../parts/ports.ts';
import { findPostgresAccount, start } from '../parts/started.ts';
import type { Row } from './row.ts';

/**
 * A common set-up of PgBouncer: it ignores PostgreSQL's session settings and shares connections. Praça must refuse to
 * start.
 */
export const poolerInTransactionMode: Row = {
  name: 'pooler in transaction mode',
  mostFailed: 0,
  async play({ cluster, site, load, expect }) {
    const { folder, database } = cluster;
    const [port = 0] = await freePorts(1);
    const account = findPostgresAccount();
    writeFileSync(`${folder}/pgbouncer-users.txt`, `"praca" "${database.password}"\n`);
    writeFileSync(
      `${folder}/pgbouncer.ini`,
      `[databases]
praca = host=127.0.0.1 port=${cluster.databaseProxy.port} dbname=praca
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = plain
auth_file = ${folder}/pgbouncer-users.txt
pool_mode = transaction
ignore_startup_parameters = extra_float_digits,options,statement_timeout,idle_in_transaction_session_timeout
unix_socket_dir =
`,
    );
    if (account)
      for (const name of ['pgbouncer.ini', 'pgbouncer-users.txt'])
        chownSync(`${folder}/${name}`, account.uid, account.gid);
    const pooler = start({
      name: 'pgbouncer',
      folder,
      command: [cluster.programs.pgbouncer, `${folder}/pgbouncer.ini`],
      account,
    });
    const settings = site.environment();
    const url = new URL(settings['DATABASE_URL'] ?? '');
    url.port = String(port);
    const praca = launch(['start'], { ...settings, PORT: '0', DATABASE_URL: url.href });
    const code = await Promise.race([praca.exited, load.untilWrites(1500).then(() => 'it started')]);
    expect(code === 1, `a start behind a pooler in transaction mode ended with ${String(code)} instead of 1`);
    expect(/transaction mode/.test(praca.output()), `the error does not name the pooler:\n${praca.output()}`);
    praca.launcher.kill('SIGKILL');
    await pooler.kill();
  },
};
