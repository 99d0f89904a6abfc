import type { Sql } from '../postgres/client/database.ts';
import type { Finding } from '../postgres/examine-database.ts';
import { countGivenUpByName } from './manage-jobs.ts';

const mostNames = 5;

/** Reports jobs without attempts left to `praca doctor`: no process runs them again by itself. */
export async function examineJobs(sql: Sql): Promise<Finding> {
  const [known] = await sql<{ found: boolean }[]>`
    select to_regclass('graphile_worker.jobs') is not null as found`;
  if (!known?.found) return { fine: 'no queue yet' };
  const failed = await countGivenUpByName(sql);
  if (failed.length === 0) return { fine: 'none has failed for good' };
  const total = failed.reduce((sum, { count }) => sum + count, 0);
  const names = failed.slice(0, mostNames).map(({ name, count }) => `${count} × ${name}`);
  return {
    problem: `${total} failed for good: ${names.join(', ')}${failed.length > mostNames ? ' …' : ''}`,
    advice: 'read the reasons with "praca job list", remove them, then "praca job retry <job> --by <e-mail>"',
  };
}
