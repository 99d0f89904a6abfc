import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import type { TextKind } from './texts.rules.ts';
import {
  findText,
  findVersions,
  insertVersion,
  lockLatest,
  type NewText,
  type TextVersion,
} from './texts.store.ts';
import { socialWords } from '../../details/social-words.rules.ts';

export type { TextVersion };

/** Returns the text in the reader's language, or in English, or in any language. */
export async function getText<K extends TextKind>(
  context: SocialContext,
  kind: K,
  language: string,
): Promise<TextVersion<K>> {
  const text = await findText(context.sql.reading, kind, [language, 'en']);
  if (!text) throw problem('not_found', { say: socialWords.notPublished, values: { kind } });
  return text;
}

export async function listVersions(
  context: SocialContext,
  kind: TextKind,
  language: string | undefined,
): Promise<TextVersion[]> {
  return findVersions(context.sql.reading, kind, language ?? null);
}

export async function addText<K extends TextKind>(
  tx: Tx,
  context: Pick<SocialContext, 'clock'>,
  text: NewText<K>,
): Promise<TextVersion> {
  return insertVersion(tx, text, context.clock.now());
}

export async function publishText<K extends TextKind>(
  context: SocialContext,
  text: NewText<K>,
  staffId: string,
  /**
   * `after` is the version that the author has edited. If another one was published meanwhile, the publication is
   * refused.
   */
  { after, recorded }: { after?: number; recorded?: (tx: Tx, published: TextVersion) => Promise<void> } = {},
): Promise<TextVersion> {
  const published = await transaction(context.sql, async (tx) => {
    const latest = after === undefined ? undefined : await lockLatest(tx, text.kind, text.language);
    if (after !== undefined && after !== (latest?.version ?? 0)) {
      // A double click: the first request has published the same text.
      if (latest && JSON.stringify(latest.body) === JSON.stringify(text.body)) return latest;
      throw problem('text_changed');
    }
    const version = await addText(tx, context, text);
    await recorded?.(tx, version);
    return version;
  });
  const { language, version } = published;
  context.log.info({ kind: text.kind, language, version, staff: staffId }, 'a text was published');
  return published;
}
