import type { Language } from '../http/language.ts';
import { staffKind, type StaffRole } from './people/roles.rules.ts';

/** One text in every language that pages speak. */
export type Words = Readonly<Record<Language, string>>;

export interface Organisation {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
}

/** The organisations of one kind whose members use the console; the service that has them knows everything else. */
export interface OrganisationSource {
  /** Stands in the addresses of their pages: `psp`. */
  readonly kind: string;
  /** What they are called: `Merchants`. */
  readonly title: Words;
  find(id: string): Promise<{ id: string; name: string } | undefined>;
  /** Those whose name or id has the text, in a stable order, after the one with the id `after`. */
  list(query: {
    text: string;
    after: string | undefined;
    limit: number;
  }): Promise<{ id: string; name: string }[]>;
  /** Who of the provider's staff sees its pages, as its viewers do: they help its members, and change nothing there. */
  readonly watchedBy?: readonly StaffRole[];
  /** The page on which staff see one of them: `/psps/:id`. */
  readonly staffPage?: string;
  /** Whose member a visitor of the sandbox may play. */
  readonly example?: string;
}

export interface Organisations {
  readonly sources: readonly OrganisationSource[];
  find(kind: string, id: string): Promise<Organisation | undefined>;
}

/** What else stands behind /console/: no kind may be called so. */
const reserved = new Set([staffKind, 'me', 'sign-in', 'sign-out', 'second-factor', 'invitation', 'parts']);

export function openOrganisations(sources: readonly OrganisationSource[]): Organisations {
  const byKind = new Map(sources.map((source) => [source.kind, source]));
  for (const kind of byKind.keys()) {
    if (reserved.has(kind) || byKind.size !== sources.length) {
      throw new TypeError(`"${kind}" cannot be a kind of organisations`);
    }
  }
  return {
    sources,
    async find(kind, id) {
      if (kind === staffKind) return { kind, id: '', name: 'Praça staff' };
      const found = await byKind.get(kind)?.find(id);
      return found && { kind, id: found.id, name: found.name };
    },
  };
}
