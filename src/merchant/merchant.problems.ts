import { defineProblems } from '../platform/problem.ts';

export const merchantProblems = defineProblems({
  webhook_endpoint_limit: { status: 409, title: 'There are as many webhook endpoints as there may be' },
  webhook_endpoint_disabled: { status: 409, title: 'The webhook endpoint takes nothing any more' },
});
