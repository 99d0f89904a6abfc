import { defineProblems } from '../platform/problem.ts';

export const socialProblems = defineProblems({});
