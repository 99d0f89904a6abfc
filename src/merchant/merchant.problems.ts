import { defineProblems } from '../platform/problem.ts';

export const merchantProblems = defineProblems({});
