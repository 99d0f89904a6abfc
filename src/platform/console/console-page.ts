import type { Readable } from 'node:stream';
import type { Language, Words } from '../http/language.ts';
import type { Html } from '../http/page.ts';
import type { IconName } from '../pages/icons.page.ts';
import type { Tx } from '../postgres/client/database.ts';
import type { FieldFaults } from './field-faults.ts';
import type { Organisation, OrganisationSource } from './organisations.ts';
import type { Grant, Role } from './people/roles.rules.ts';
import type { Harm } from './tasks/harm.rules.ts';

/** Part of the console that a service provides: its pages, its acts and its kind of organisation. */
export interface ConsolePart {
  readonly organisations?: OrganisationSource;
  readonly pages: readonly ConsolePage[];
  readonly acts: readonly ConsoleAct[];
  /** Messages for refused operations, by problem code. */
  readonly refusals?: Readonly<Record<string, Words>>;
  /** Form labels of API fields with another name, such as `location.city`. */
  readonly fields?: Readonly<Record<string, Words>>;
  /** Renderers for details in the audit record that plain text does not show well, by the name of the detail. */
  readonly tellings?: Readonly<Record<string, Telling>>;
  /** Sections on the first page of organisations without a first page of their own, such as staff. */
  readonly overview?: readonly OverviewPart[];
  /** Tasks for the queue of staff, which their first page shows. */
  readonly tasks?: readonly TaskSource[];
}

/** Section of a first page that several services share. */
export interface OverviewPart {
  /** Names the section if its database does not answer. */
  readonly name: Words;
  readonly grant: Grant;
  /** Rendered in the order of the services. A role that sees no section gets a list of its pages instead. */
  show(visit: Visit): Promise<Html>;
}

/** A row of the queue of staff. */
export interface Task {
  readonly harm: Harm;
  /** Undefined if the beginning is not known. */
  readonly since: Date | undefined;
  readonly what: Html | string;
  readonly detail?: Html | string;
  /** The act, or a link to the page of the act. */
  readonly act: Html;
}

/** Tasks of one kind that a service contributes to the queue of staff. */
export interface TaskSource {
  /** Names the tasks if their database does not answer. */
  readonly name: Words;
  /** Roles that may act on the tasks. Others do not see them. */
  readonly grant: Grant;
  /** Path of the page with all of them. Its entry in the menu shows their number. */
  readonly page: string;
  /** Counts up to the limit, so that a long queue costs as much as a short one. */
  count(limit: number): Promise<number>;
  /** Lists the first tasks by harm and age. */
  list(visit: Visit, limit: number): Promise<readonly Task[]>;
}

/** Numbers of tasks by the path of their page. */
export type TaskCounts = ReadonlyMap<string, number>;

export interface MenuEntry {
  readonly label: Words;
  /** One line for the overview. */
  readonly hint: Words;
  readonly icon: IconName;
  /** Pages with the same section are grouped in the menu. */
  readonly section?: Words;
  /** What the parameter `q` of the page finds. The search of every page offers it. */
  readonly search?: Words;
}

/**
 * Answers GET at `/console/staff<path>` and `/console/<kind>/<id><path>`, for each kind of organisation in its grant.
 */
export interface ConsolePage {
  /** `''` is the first page of an organisation, `'/team'` another one, `'/payments/:id'` a page with a parameter. */
  readonly path: string;
  readonly grant: Grant;
  readonly menu?: MenuEntry;
  /** Asks for the second factor again, because the page shows secrets. */
  readonly fresh?: boolean;
  show(visit: Visit): Promise<View | Download>;
}

/** Answers POST at the same addresses as a page. */
export interface ConsoleAct {
  readonly path: string;
  readonly grant: Grant;
  /** Requires a second factor from the last five minutes, for acts that change money, secrets or people. */
  readonly fresh: boolean;
  /** Name in the audit record, such as `member.invited`. It is stored, so it never changes. */
  readonly name: string;
  /** Label of the act in the audit record and in its confirmation, such as `Invitation sent`. */
  readonly label: Words;
  /** Path of the page with the form. If the operation refuses, this page is shown again with the reason. */
  readonly page: string;
  /** Path of the subject's page. The subject replaces `:id`; the organisation is that of the act. */
  readonly subjectPage?: string;
  /** Returns a readable name of the subject, if the stored subject is not one. */
  readonly nameSubject?: (subject: string, visit: Visit) => string;
  /** The act changes nothing, so the audit record has no line for it. */
  readonly isQuestion?: true;
  /** Maximum size in bytes of a form with files. Without it the act takes no files. */
  readonly mostBytes?: number;
  /** Form field names of API fields with another name, such as `starts` for `startDate`. */
  readonly inputs?: Readonly<Record<string, string>>;
  perform(visit: ActingVisit, fields: Fields): Promise<ActResult>;
}

/** Reads a field of a form or query. Returns an empty string for a missing field. */
export type Fields = (name: string) => string;

/** A signed-in person in one of their organisations. */
export interface Visit {
  readonly person: { readonly id: string; readonly name: string; readonly email: string };
  readonly place: Organisation;
  readonly role: Role;
  readonly language: Language;
  readonly nowMs: number;
  /** Parameters of the path, such as `:id`. */
  readonly parameters: Fields;
  readonly query: Fields;
  /** CSRF token for forms that change something. */
  readonly formToken: string;
  /** Fields of the refused form that is shown again. Empty otherwise. */
  readonly given: Fields;
  /** Faults of the refused form. Empty otherwise. */
  readonly faults: FieldFaults;
  /** Returns the address of a page or act in this organisation. */
  address(path: string): string;
  /** Returns whether the role may use the page or act at this path. Links to others are not shown. */
  may(method: 'GET' | 'POST', path: string): boolean;
  say(words: Words): string;
}

export interface ActingVisit extends Visit {
  /** Network address of the client. */
  readonly from: string;
  /** Returns the content of a file of the form. Undefined if none was chosen. */
  file(name: string): Buffer | undefined;
  /**
   * Adds a line to the audit record. Must run in the transaction of the act. An act that changes nothing records
   * nothing and returns `isRepeated`.
   */
  record(tx: Tx, what: ActRecord): Promise<void>;
}

export interface ActRecord {
  readonly subject: string;
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
  /** Organisation of the act if it is not that of the visit, such as for staff. */
  readonly place?: { readonly kind: string; readonly organisation: string };
}

/** A line of the audit record, with what a renderer needs. */
export interface ToldLine {
  readonly subject: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly language: Language;
  say(words: Words): string;
  /** Returns the shortened id, as a link to its page if the reader may open that. */
  link(page: string, id: string): Html | string;
}

/** Renders a detail. Undefined means the default rendering for the value's type. */
export type Telling = (value: unknown, line: ToldLine) => Html | string | undefined;

export interface View {
  readonly title: string;
  /** Text below the title. */
  readonly lead?: string;
  /** Buttons beside the title. */
  readonly acts?: Html;
  readonly body: Html;
  /** Loads the script for charts. */
  readonly hasCharts?: boolean;
  readonly status?: number;
  /** Numbers of tasks for the menu, if the page has read them. */
  readonly counts?: TaskCounts;
}

/** File that is sent instead of a page. */
export interface Download {
  readonly fileName: string;
  readonly type: string;
  readonly content: string | Readable;
  /** Shown in the browser instead of saved, such as an image. */
  readonly isShown?: boolean;
}

/** Result of an act: a redirect to the page that confirms the act, or a page with the reason for a refusal. */
export type ActResult =
  /** `isRepeated`: the same act was recorded before, and this request changed nothing. */
  { readonly to: string; readonly isRepeated?: boolean } | { readonly view: View };
