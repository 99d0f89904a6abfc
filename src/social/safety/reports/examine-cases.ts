import type { Sql } from '../../../platform/postgres/client/database.ts';
import type { Finding } from '../../../platform/postgres/examine-database.ts';
import { countCases } from './case.store.ts';

const mostCounted = 1000;

/** Reports cases that wait for a moderator to `praca doctor`. */
export async function examineCases(sql: Sql): Promise<Finding> {
  const count = await countCases(sql, mostCounted);
  if (count === undefined || count === 0) return { fine: 'no case waits' };
  return {
    warning: `waiting for a decision: ${count}${count === mostCounted ? ' or more' : ''} of reports and appeals`,
    advice: 'decide them in the console under Moderation',
  };
}
