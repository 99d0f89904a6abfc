import { freezes } from './freezes.ts';
import { jobsOfTheDead, machineKilled, restartedOneByOne } from './machines.ts';
import { poolerInTransactionMode } from './pooler.ts';
import { primaryLost, switchover } from './primary.ts';
import type { Row } from './row.ts';
import { databasePerService } from './service-databases.ts';
import { rollingUpgrade } from './upgrade.ts';
import { natsAway, natsAwayAtTheStart } from './signals.ts';
import { etcdAway, ledToStandby, standbyLost } from './standbys.ts';

/** All rows, in the order of play. */
export const rows: readonly Row[] = [
  primaryLost,
  switchover,
  standbyLost,
  etcdAway,
  ledToStandby,
  ...freezes,
  machineKilled,
  restartedOneByOne,
  jobsOfTheDead,
  natsAway,
  natsAwayAtTheStart,
  poolerInTransactionMode,
  databasePerService,
  rollingUpgrade,
];
