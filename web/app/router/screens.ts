import type { ComponentType } from 'preact';
import type { PlaceName } from './places.ts';

export type Parameters = Readonly<Record<string, string>>;

export interface ScreenModule {
  readonly Screen: ComponentType<{ readonly parameters: Parameters }>;
}

/** Each screen is a separate bundle, loaded when it is first shown. */
export const screens: Readonly<Record<PlaceName, () => Promise<ScreenModule>>> = {
  welcome: () => import('../welcome/screen.ts'),
  'sign-in': () => import('../sign-in/screen.ts'),
  discover: () => import('../discover/screen.ts'),
  events: () => import('../events/screen.ts'),
  combinations: () => import('../combinations/screen.ts'),
  me: () => import('../me/screen.ts'),
};
