import { defineProblems } from '../platform/problem.ts';

export const accountsProblems = defineProblems({});
