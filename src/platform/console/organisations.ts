import type { Words } from '../http/language.ts';
import { staffKind, type StaffRole } from './people/roles.rules.ts';

export interface Organisation {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
}

/**
 * Organisations of one kind whose members use the console. The service that provides them holds all other data about
 * them.
 */
export interface OrganisationSource {
  /** First part of the addresses of their pages, such as `psp`. */
  readonly kind: string;
  /** Plural name of the kind, such as `Merchants`. */
  readonly title: Words;
  find(id: string): Promise<{ id: string; name: string } | undefined>;
  /** Lists organisations with the text in their name or id, in a stable order, after the id `after`. */
  list(query: {
    text: string;
    after: string | undefined;
    limit: number;
  }): Promise<{ id: string; name: string }[]>;
  /**
   * Staff roles that may open the pages of these organisations with the rights of a viewer. They can read but not
   * change anything.
   */
  readonly watchedBy?: readonly StaffRole[];
  /** Path of the staff page about one of them, such as `/psps/:id`. */
  readonly staffPage?: string;
  /** Id of the organisation that visitors of the sandbox may enter as a member. */
  readonly example?: string;
}

export interface Organisations {
  readonly sources: readonly OrganisationSource[];
  find(kind: string, id: string): Promise<Organisation | undefined>;
}

/** First parts of other console addresses. A kind cannot have one of these names. */
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
