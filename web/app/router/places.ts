/**
 * A screen of the app. The server imports `places` too and answers their addresses with the shell, so that links and
 * reloads work.
 */
export interface Place {
  /** The first path is the one that the tab bar links to. `:name` matches any text without a slash. */
  readonly paths: readonly string[];
  /** True if the screen is open to visitors who are not signed in. */
  readonly isOpen: boolean;
}

/** All screens. The module of each is `<name>/screen.ts`; a new screen also needs a line in `screens.ts`. */
export const places = {
  welcome: { paths: ['/app/welcome'], isOpen: true },
  'sign-in': { paths: ['/app/sign-in'], isOpen: true },
  // One screen with two addresses: a wide window shows the list beside the chat.
  combinations: { paths: ['/app/combinations', '/app/chat/:userId'], isOpen: false },
  me: {
    paths: [
      '/app/me',
      '/app/me/profile',
      '/app/me/search',
      '/app/me/attendance',
      '/app/me/notifications',
      '/app/me/blocks',
      '/app/me/notices',
      '/app/me/reports',
      '/app/me/data',
    ],
    isOpen: false,
  },
  discover: { paths: ['/app/discover', '/app/people/:userId'], isOpen: false },
  events: { paths: ['/app/events', '/app/events/:eventId'], isOpen: false },
} as const satisfies Record<string, Place>;

export type PlaceName = keyof typeof places;

/** Tabs of the bar from left to right. Names that have no screen yet are left out. */
export const barOrder = ['discover', 'events', 'combinations', 'me'] as const;
export type BarName = (typeof barOrder)[number];
export const barPlaces: readonly (BarName & PlaceName)[] = barOrder.filter(
  (name): name is BarName & PlaceName => Object.hasOwn(places, name),
);

/** Returns the address of the start screen, which is the first tab. */
export const startPath = (): string => {
  const [first] = barPlaces;
  return first ? places[first].paths[0] : '/app/sign-in';
};
