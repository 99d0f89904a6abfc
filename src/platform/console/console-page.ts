import type { Readable } from 'node:stream';
import type { DetailWords } from '../http/details/translate-detail.ts';
import type { Language } from '../http/language.ts';
import type { Html } from '../http/page.ts';
import type { IconName } from '../pages/icons.page.ts';
import type { Tx } from '../postgres/client/database.ts';
import type { FieldFaults } from './field-faults.ts';
import type { Organisation, OrganisationSource, Words } from './organisations.ts';
import type { Grant, Role } from './people/roles.rules.ts';

/** What a service brings to the console: its pages and acts, and the organisations whose members use them. */
export interface ConsolePart {
  readonly organisations?: OrganisationSource;
  readonly pages: readonly ConsolePage[];
  readonly acts: readonly ConsoleAct[];
  /** What its operations refuse, by the problem's code, for whoever reads it. */
  readonly refusals?: Readonly<Record<string, Words>>;
  /** What its forms call a field that the API names otherwise: `location.city`. */
  readonly fields?: Readonly<Record<string, Words>>;
  /** How the audit record shows what its lines tell, by the name that it has there, where its text alone would not do. */
  readonly tellings?: Readonly<Record<string, Telling>>;
  /** The sentences of its API in the other languages. */
  readonly details?: DetailWords;
  /** What it shows on the first page of an organisation that has no page of its own for that, such as staff. */
  readonly overview?: readonly OverviewPart[];
}

/** A piece of a first page, which several services share. */
export interface OverviewPart {
  readonly grant: Grant;
  /** In the order of the services; where nothing is shown to a role, it sees a list of its pages. */
  show(visit: Visit): Promise<Html>;
}

export interface MenuEntry {
  readonly label: Words;
  /** One line for the overview. */
  readonly hint: Words;
  readonly icon: IconName;
  /** Pages of one section stand together. */
  readonly section?: Words;
}

/** Answers GET at `/console/staff<path>` and `/console/<kind>/<id><path>`, wherever its grant speaks of. */
export interface ConsolePage {
  /** `''` is the first page of an organisation, `'/team'` another, `'/payments/:id'` one of many. */
  readonly path: string;
  readonly grant: Grant;
  readonly menu?: MenuEntry;
  /** Shows what only its owner may see, so that it asks for the second factor again. */
  readonly fresh?: boolean;
  show(visit: Visit): Promise<View | Download>;
}

/** Answers POST in the same places. */
export interface ConsoleAct {
  readonly path: string;
  readonly grant: Grant;
  /** Moves money, secrets or people: the second factor was given within five minutes, or is asked for. */
  readonly fresh: boolean;
  /** In the audit record, for good: `member.invited`. */
  readonly name: string;
  /** What was done, for the record and for whoever did it: `Invitation sent`. */
  readonly label: Words;
  /** The path of the page on which its form stands: where the operation refuses, it is shown again and says why. */
  readonly page: string;
  /** The page of what it is done to, with the record's subject as its `:id`, in the place where the act counts. */
  readonly subjectPage?: string;
  /** What people call that, where the record's subject is no name of theirs. */
  readonly nameSubject?: (subject: string, visit: Visit) => string;
  /** Asks and changes nothing: the record has no line of it. */
  readonly isQuestion?: true;
  /** What its form calls a field that the API names otherwise: `starts` for `startDate`. */
  readonly inputs?: Readonly<Record<string, string>>;
  perform(visit: ActingVisit, fields: Fields): Promise<ActResult>;
}

/** Of a form or a query; what is not there is empty. */
export type Fields = (name: string) => string;

/** A signed-in person in one of their organisations. */
export interface Visit {
  readonly person: { readonly id: string; readonly name: string; readonly email: string };
  readonly place: Organisation;
  readonly role: Role;
  readonly language: Language;
  readonly nowMs: number;
  /** Of the path: `:id`. */
  readonly parameters: Fields;
  readonly query: Fields;
  /** For every form that changes something. */
  readonly formToken: string;
  /** Of the form that was just refused, to be shown again; empty otherwise. */
  readonly given: Fields;
  /** What was wrong with it; nothing otherwise. */
  readonly faults: FieldFaults;
  /** The address of a page or act of this organisation. */
  address(path: string): string;
  /** Whether the act or page at this path is this role's: what is not is not shown either. */
  may(method: 'GET' | 'POST', path: string): boolean;
  say(words: Words): string;
}

export interface ActingVisit extends Visit {
  /** The client's network. */
  readonly from: string;
  /** Into the audit record, in the act's own transaction. What changes nothing records nothing, and says so. */
  record(tx: Tx, what: ActRecord): Promise<void>;
}

export interface ActRecord {
  readonly subject: string;
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
  /** Where it counts, if not where it was done: staff act on others. */
  readonly place?: { readonly kind: string; readonly organisation: string };
}

/** A line of the audit record, as whoever draws it sees it. */
export interface ToldLine {
  readonly subject: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly language: Language;
  say(words: Words): string;
  /** The name of a thing, leading to its page, where the reader may see that. */
  link(page: string, id: string): Html | string;
}

/** Undefined: as any other value of its type. */
export type Telling = (value: unknown, line: ToldLine) => Html | string | undefined;

export interface View {
  readonly title: string;
  /** Under the title. */
  readonly lead?: string;
  /** What can be done here, beside the title. */
  readonly acts?: Html;
  readonly body: Html;
  /** Has charts, which need a script. */
  readonly hasCharts?: boolean;
  readonly status?: number;
}

/** A file in place of a page. */
export interface Download {
  readonly fileName: string;
  readonly type: string;
  readonly content: string | Readable;
  /** A picture of a page, or one to look at: shown, not saved. */
  readonly isShown?: boolean;
}

/** On to another page of the organisation, which says what was done; or a page that says why nothing was. */
export type ActResult =
  /** `isRepeated`: the same was done before and recorded then, so that nothing was changed now. */
  { readonly to: string; readonly isRepeated?: boolean } | { readonly view: View };
