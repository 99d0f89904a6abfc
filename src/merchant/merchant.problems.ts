import { defineProblems } from '../platform/problem.ts';

export const merchantProblems = defineProblems({
  rate_unavailable: { status: 503, title: 'There is no fresh price at the moment' },
  webhook_endpoint_limit: { status: 409, title: 'There are as many webhook endpoints as there may be' },
  webhook_endpoint_disabled: { status: 409, title: 'The webhook endpoint takes nothing any more' },
});
