import assert from 'node:assert/strict';
import { answerQuestions } from './harness/child.ts';
import { runClosedLoop } from './harness/closed-loop.ts';
import type { TargetQuestion } from './harness/questions.ts';
import { scenarios } from './scenarios/index.ts';

let operation: (() => Promise<unknown>) | undefined;

/** Process of one target. It finds the target's code by name, so that all targets of a scenario can be in one file. */
async function answer(question: TargetQuestion): Promise<unknown> {
  if (question.ask === 'loop') {
    assert(operation);
    return runClosedLoop(operation, question);
  }
  const scenario = scenarios.find((candidate) => candidate.name === question.scenario);
  assert(scenario && 'ours' in scenario);
  const target = scenario[question.role];
  assert(target && target.kind !== 'praca');
  if (question.ask === 'call') {
    assert(target.kind === 'caller');
    operation = await target.call(question.surroundings, question.url);
    return {};
  }
  if (target.kind !== 'loop') {
    assert(target.serve);
    return { port: await target.serve(question.surroundings) };
  }
  operation = await target.open(question.surroundings);
  return {};
}

answerQuestions({ answer });
