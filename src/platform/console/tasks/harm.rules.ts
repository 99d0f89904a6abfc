/**
 * Harm while a task waits, the worst first: a person may be hurt, money is being lost or a part does not work, people
 * wait, something should be checked.
 */
export const harms = ['person', 'loss', 'waiting', 'check'] as const;
export type Harm = (typeof harms)[number];
