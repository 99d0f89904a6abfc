/** The history of two people before their relation. */
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
 * A way in which one person (A) can see another (B).
 * card: A may open the card, photos and event lists of B, and like or dislike B.
 * feed: B is in A's feed.
 * chat: they are combined and can chat.
 * likes: B is listed among those who like A.
 * blocks: B is on A's list of blocks.
 * undone: A is notified that the combination ended.
 * acted: A did something about B, which is A's own data.
 * there: the row of B exists, so that a block and a report are accepted.
 */
export type Sight = 'card' | 'feed' | 'chat' | 'likes' | 'blocks' | 'undone' | 'acted' | 'there';

/** `out`: the person has no valid token and can fetch nothing by address. */
export type Sights = readonly Sight[] | 'out';

interface Row {
  relation: Relation;
  history: History;
  /** How the viewer sees the other person. */
  viewer: Sights;
  /** How the other person sees the viewer. */
  other: Sights;
  /**
   * Whether the cast has such a person who joined before the viewer, or after. If both sides act in the relation, one
   * is enough.
   */
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

/** How the two see each other before the relation begins. Everyone has reported the viewer. */
export const beforehand: Record<History, { viewer: Sights; other: Sights }> = {
  stranger: { viewer: sights('card feed there'), other: sights('card feed acted there') },
  liked: { viewer: sights('card acted there'), other: sights('card feed likes acted there') },
  admirer: { viewer: sights('card feed likes there'), other: sights('card acted there') },
  partner: { viewer: sights('card feed chat acted there'), other: sights('card feed chat acted there') },
};

/** How the two see each other during the relation. The like of a person on either side of a block sleeps (ADR 19). */
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
  if (!found) throw new Error(`no member is ${relation}`);
  return found;
}
