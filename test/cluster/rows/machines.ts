import { Journal } from '../load/journal.ts';
import { signUp } from '../load/people.ts';
import type { Row } from './row.ts';

/** The most requests that one machine can have under way: one per lane and the live connection. */
const mostUnderWay = 6;

export const machineKilled: Row = {
  name: 'a Praça machine killed',
  mostFailed: mostUnderWay,
  async play({ cluster, site, load }) {
    const [machine] = site.machines;
    await machine.kill();
    await load.untilWrites(30);
    await machine.start();
    await cluster.database.untilWhole();
    await load.untilWrites(30);
  },
};

export const restartedOneByOne: Row = {
  name: 'restarted one by one',
  mostFailed: 0,
  async play({ site, load, expect }) {
    for (const machine of site.machines) {
      const code = await machine.stop();
      expect(code === 0, `${machine.name} ended with ${String(code)}`);
      await machine.start();
      // The proxy checks every second and uses the machine again after the first good answer.
      while (!(await site.proxy.isUp(machine.name))) await load.untilWrites(1);
      await load.untilWrites(20);
    }
  },
};

/** Time to notice the dead process and to take over its jobs. */
const mostMs = 60_000;

export const jobsOfTheDead: Row = {
  name: 'jobs of a dead process',
  async play({ cluster, site, load, expect, say }) {
    const [one, other] = site.machines;
    await other.stop();
    // Uses a separate member, because a password reset ends the sessions that the load verifies later.
    const { email } = await signUp(site.url, `forgetful ${load.name}`, new Journal());
    cluster.mail.hold();
    await fetch(`${site.url}/accounts/forgetpassword`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_email: email }),
    });
    while (cluster.mail.held() === 0) await load.untilWrites(1);
    const held = cluster.mail.held();
    await other.start();
    await one.kill();
    const diedMs = performance.now();
    while (cluster.mail.held() === held && performance.now() - diedMs < mostMs) await load.untilWrites(1);
    say(`another process took the job over after ${Math.round((performance.now() - diedMs) / 1000)} s`);
    expect(cluster.mail.held() > held, 'a job of a dead process was not taken over within a minute');
    cluster.mail.release();
    await one.start();
    await load.untilWrites(20);
  },
};
