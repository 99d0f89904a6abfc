import type { Place } from './layers.ts';
import type { Import, SourceText } from './source.ts';

/** Names of the rules in the report and its test. */
export type RuleCode =
  | 'services-apart'
  | 'platform-below'
  | 'app-assembles'
  | 'areas-in-order'
  | 'features-private'
  | 'rules-pure'
  | 'store-below'
  | 'operations-below'
  | 'sql-in-stores'
  | 'bounded-normal-form'
  | 'no-cycles'
  | 'features-one-way'
  | 'product-alone'
  | 'screens-apart'
  | 'file-shape'
  | 'folder-size'
  | 'names-once'
  | 'exports-used';

export interface Violation {
  readonly file: string;
  readonly line: number;
  readonly rule: RuleCode;
  readonly sentence: string;
}

export interface PackageJson {
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
}

/** One import of one file. The target is undefined for a package. */
export interface Edge extends Import {
  readonly from: Place;
  readonly to: Place | undefined;
}

export interface SourceFile extends Place {
  readonly source: string;
  readonly text: SourceText;
  readonly edges: readonly Edge[];
}
