/** What the two were before. */
export type History = 'stranger' | 'liked' | 'admirer' | 'partner';

export type Relation =
  | 'viewer'
  | 'stranger'
  | 'liked'
  | 'likes'
  | 'combined'
  | 'undone'
  | 'undone by the other'
  | 'blocked'
  | 'blocked by the other'
  | 'blocked by both'
  | 'unblocked'
  | 'kept out of feeds'
  | 'suspended'
  | 'deleted'
  | 'erased';

/**
 * A way in which one meets another.
 * card: whoever may be seen: the whole card, photos, lists of events; may be liked and disliked. feed: is in the feed.
 * chat: combined, with all that comes with it. likes: is listed among those who like one. blocks: is on the list of one's
 * own blocks. undone: one is told that the two are not combined any more. acted: one did something about that person,
 * which is one's own data. there: the row exists, so that a block and a report are taken.
 */
export type Sight = 'card' | 'feed' | 'chat' | 'likes' | 'blocks' | 'undone' | 'acted' | 'there';

/** `out`: has no token any more, nor is there anything to see by an address. */
export type Sights = readonly Sight[] | 'out';

interface Row {
  relation: Relation;
  history: History;
  /** Of the viewer's. */
  viewer: Sights;
  /** Of the other's. */
  other: Sights;
  /** One who joined before the viewer, and one who joined after. Where both sides look, one is enough. */
  elder: boolean;
  younger: boolean;
}

const sights = (text: string): Sights =>
  text === 'out' ? 'out' : (text.split(' ').filter(Boolean) as Sight[]);
const row = (relation: Relation, history: History, viewer: string, other: string): Row => {
  const oneSided = other === 'out';
  return {
    relation,
    history,
    viewer: sights(viewer),
    other: sights(other),
    elder: true,
    younger: oneSided || relation === 'combined',
  };
};

/** What each of the two meets of the other, before anything happened. All have reported the viewer. */
export const beforehand: Record<History, { viewer: Sights; other: Sights }> = {
  stranger: { viewer: sights('card feed there'), other: sights('card feed acted there') },
  liked: { viewer: sights('card acted there'), other: sights('card feed likes acted there') },
  admirer: { viewer: sights('card feed likes there'), other: sights('card acted there') },
  partner: { viewer: sights('card feed chat acted there'), other: sights('card feed chat acted there') },
};

/** And once the relation has begun. A like of somebody whom one has blocked, or who is blocked, sleeps (ADR 38). */
export const relations: readonly Row[] = [
  row('stranger', 'stranger', 'card feed there', 'card feed acted there'),
  row('liked', 'liked', 'card acted there', 'card feed likes acted there'),
  row('likes', 'admirer', 'card feed likes there', 'card acted there'),
  row('combined', 'partner', 'card feed chat acted there', 'card feed chat acted there'),
  row('undone', 'partner', 'card undone acted there', 'card undone acted there'),
  row('undone by the other', 'partner', 'card undone acted there', 'card undone acted there'),
  row('blocked', 'partner', 'blocks undone acted there', 'undone acted there'),
  row('blocked', 'admirer', 'blocks acted there', 'acted there'),
  row('blocked by the other', 'partner', 'undone acted there', 'blocks undone acted there'),
  row('blocked by the other', 'admirer', 'there', 'blocks acted there'),
  row('blocked by both', 'partner', 'undone acted there', 'undone acted there'),
  row('unblocked', 'partner', 'card undone acted there', 'card undone acted there'),
  row('unblocked', 'admirer', 'card feed likes there', 'card acted there'),
  row('kept out of feeds', 'partner', 'card chat acted there', 'card feed chat acted there'),
  row('suspended', 'partner', 'acted there', 'out'),
  row('suspended', 'admirer', 'there', 'out'),
  row('deleted', 'partner', 'acted there', 'out'),
  row('deleted', 'admirer', 'there', 'out'),
  row('erased', 'partner', '', 'out'),
  row('erased', 'admirer', '', 'out'),
];

export function afterwards({ relation, history }: { relation: Relation; history: History }) {
  const found = relations.find((one) => one.relation === relation && one.history === history);
  if (!found) throw new Error(`nobody is ${relation}`);
  return found;
}
