import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runScenario } from '../bench/harness/outcome.ts';
import { openStage } from '../bench/harness/stage.ts';
import { concludeRun } from '../bench/harness/table.ts';
import { Skipped, type Figure, type Measurement } from '../bench/scenario.ts';

const scenario = (name: string, measure: () => Figure): Measurement => ({
  name,
  what: name,
  measure: () => Promise.resolve().then(measure),
});
const throwing = (error: Error) => (): Figure => {
  throw error;
};
const met = scenario('fast', () => ({ value: 1, unit: 'ms', atMost: 2 }));
const skipped = scenario('absent', throwing(new Skipped('no such program')));

const cases = [
  { scenarios: [met], allMet: true, last: /^\nAll of 1 scenarios met/ },
  { scenarios: [met, skipped], allMet: true, last: /^\nAll of 1 scenarios \(1 skipped\) met/ },
  {
    scenarios: [met, scenario('slow', () => ({ value: 3, unit: 'ms', atMost: 2 }))],
    allMet: false,
    last: /1 of 2 scenarios .*: slow MISSED\.$/,
  },
  {
    scenarios: [scenario('broken', throwing(new Error('relation is missing'))), met],
    allMet: false,
    last: /1 of 2 scenarios .*: broken FAILED\.$/,
  },
];

for (const { scenarios, allMet, last } of cases)
  test(`a bench of ${scenarios.map(({ name }) => name).join(' and ')} ends with ${allMet ? 'success' : 'a failure that names the scenario'}`, async () => {
    const stage = openStage();
    const plan = { rounds: 1, seconds: 1, warmUpSeconds: 1 };
    const outcomes = await Promise.all(
      scenarios.map((each) => runScenario(stage, each, plan, () => undefined)),
    );
    await stage.close();
    const conclusion = concludeRun(outcomes);
    assert.equal(conclusion.allMet, allMet);
    assert.match(conclusion.sentence, last);
  });
