/** Read by the server, too: it answers these addresses with the shell, so that links and reloads work. */
export interface Place {
  /** The first is the one that the bar leads to; `:name` is anything but a slash. */
  readonly paths: readonly string[];
  /** Also for whoever is not signed in. */
  readonly isOpen: boolean;
}

/** Every screen; its module is `<name>/screen.ts`. A new one is a line here and one in `screens.ts`. */
export const places = {
  welcome: { paths: ['/app/welcome'], isOpen: true },
  'sign-in': { paths: ['/app/sign-in'], isOpen: true },
  // One screen with two addresses: on a wide window the list stands beside the chat.
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

/** The places of the bar, from left to right; those that are no screen yet are left out of it. */
export const barOrder = ['discover', 'events', 'combinations', 'me'] as const;
export type BarName = (typeof barOrder)[number];
export const barPlaces: readonly (BarName & PlaceName)[] = barOrder.filter(
  (name): name is BarName & PlaceName => Object.hasOwn(places, name),
);

/** Where one begins: the first place of the bar. */
export const startPath = (): string => {
  const [first] = barPlaces;
  return first ? places[first].paths[0] : '/app/sign-in';
};
