import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import type { TextBodies, TextKind } from './texts.rules.ts';
import { findText, findVersions, insertVersion, type TextVersion } from './texts.store.ts';

export type { TextVersion };

/** In the reader's language, else in English, else in whichever there is. */
export async function getText<K extends TextKind>(
  context: SocialContext,
  kind: K,
  language: string,
): Promise<TextVersion<K>> {
  const text = await findText(context.sql, kind, [language, 'en']);
  if (!text) throw problem('not_found', { detail: `No ${kind} has been published yet.` });
  return text;
}

export async function listVersions(
  context: SocialContext,
  kind: TextKind,
  language: string | undefined,
): Promise<TextVersion[]> {
  return findVersions(context.sql, kind, language ?? null);
}

/** As part of something larger. */
export async function addText<K extends TextKind>(
  tx: Tx,
  text: { kind: K; language: string; body: TextBodies[K]; staffId: string | null; now: Date },
): Promise<TextVersion> {
  return insertVersion(tx, text);
}

export async function publishText<K extends TextKind>(
  context: SocialContext,
  text: { kind: K; language: string; body: TextBodies[K]; staffId: string },
): Promise<TextVersion> {
  return transaction(context.sql, (tx) => insertVersion(tx, { ...text, now: context.clock.now() }));
}
