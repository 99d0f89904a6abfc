import type { CronDefinition } from '../../platform/jobs/jobs.ts';
import type { SocialContext } from '../social.context.ts';
import { forgetClosedChats } from './chat-summaries.ts';

export function chatCrons(context: Pick<SocialContext, 'sql' | 'clock'>): CronDefinition[] {
  return [
    { name: 'social_forget_closed_chats', schedule: '53 * * * *', run: () => forgetClosedChats(context) },
  ];
}
