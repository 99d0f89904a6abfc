import { defineProblems } from '../platform/problem.ts';

export const merchantProblems = defineProblems({
  rate_unavailable: { status: 503, title: 'There is no fresh price at the moment' },
});
