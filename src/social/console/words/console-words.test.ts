import { campaignActs, campaignTexts } from '../campaigns/campaign-texts.ts';
import { eventActs, eventRefusals, eventTexts, statusWords } from '../events/event-texts.ts';
import { decisionWords, moderationActs, moderationRefusals } from '../people/decision-texts.ts';
import { peopleTexts } from '../people/people-texts.ts';
import { decisionTexts, reasonTexts } from '../people/reason-texts.ts';
import { kindWords, storyTexts } from '../people/story-texts.ts';
import { queueTexts } from '../queue/queue-texts.ts';
import { kindOfText, textActs, textRefusals, textTexts } from '../texts/text-texts.ts';
import { testWords } from '../../../../test/support/words.ts';
import { words } from './common-words.ts';

testWords({
  words,
  peopleTexts,
  storyTexts,
  kindWords,
  reasonTexts,
  decisionTexts,
  decisionWords,
  moderationActs,
  moderationRefusals,
  queueTexts,
  eventTexts,
  statusWords,
  eventActs,
  eventRefusals,
  campaignTexts,
  campaignActs,
  textTexts,
  kindOfText,
  textActs,
  textRefusals,
});
