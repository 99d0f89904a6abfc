import { posix } from 'node:path';
import { rankOf } from './areas.ts';
import { LAYERS, SERVICE_LEVEL } from './layers.ts';
import type { SourceFile, Violation } from './violation.ts';

const MOST_LINES = 400;
/** The migration with all tables of a schema (ADR 26). */
const BASELINE = /\/migrations\/0001_create_baseline\.sql$/;
const DRAWERS = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'manager', 'managers']);
const KEBAB_CASE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const STATEMENT = /^\s*(?:select|insert\s+into|update|delete\s+from|with|create|alter|drop|truncate|lock)\s/i;

export function findSqlOutsideStores(file: SourceFile): Violation[] {
  if (!file.path.startsWith('src/') || file.area === 'platform' || file.isTest || file.layer === 'store')
    return [];
  const at = (line: number, sentence: string): Violation => {
    return { file: file.path, line, rule: 'sql-in-stores', sentence };
  };
  const tagged = file.text.templates
    .filter(({ tag, text }) => tag === 'sql' || tag === 'tx' || STATEMENT.test(text))
    .map(({ line }) => at(line, `SQL is written in stores alone, not in ${file.path}.`));
  const unsafe = file.text.unsafeCalls.map(({ line }) =>
    at(line, 'SQL made of strings belongs in the platform, if anywhere.'),
  );
  return [...tagged, ...unsafe];
}

const BOUNDED_NORMAL_FORM = 'src/platform/normal-form.ts';

/** Normalising an unbounded text can block the process for minutes. */
export function findUnboundedNormalForms(file: SourceFile): Violation[] {
  if (!file.path.startsWith('src/') || file.isTest || file.path === BOUNDED_NORMAL_FORM) return [];
  return file.text.normalizeUses.map(({ line }) => ({
    file: file.path,
    line,
    rule: 'bounded-normal-form',
    sentence: `The server normalises text with the functions of ${BOUNDED_NORMAL_FORM}, which bound it first.`,
  }));
}

export function findShapeViolations(file: SourceFile): Violation[] {
  const violation = (sentence: string, line = 1): Violation => {
    return { file: file.path, line, rule: 'file-shape', sentence };
  };
  const { error } = file.text;
  const found = error === undefined ? [] : [violation(`It cannot be read: ${error.message}`, error.line)];
  const lines = file.source.trimEnd().split('\n').length;
  if (/^(?:src|web)\//.test(file.path) && lines > MOST_LINES && !BASELINE.test(file.path)) {
    found.push(violation(`${lines} lines are too many: ${MOST_LINES} at most.`, MOST_LINES + 1));
  }
  if (file.path.startsWith('test/fixtures/')) return found;
  const folders = posix.dirname(file.path).split('/');
  const [stem = '', ...suffixes] = posix.basename(file.path).split('.').slice(0, -1);
  for (const name of [...folders, stem]) {
    const shaped =
      file.path.endsWith('.sql') && name === stem ? /^\d{4}_[a-z0-9]+(?:_[a-z0-9]+)+$/ : KEBAB_CASE;
    if (!shaped.test(name)) {
      found.push(
        violation(
          `"${name}" is not ${shaped === KEBAB_CASE ? 'in kebab-case' : 'four digits and a verb phrase'}.`,
        ),
      );
    }
    if (DRAWERS.has(name.split('-').at(-1) ?? '')) {
      found.push(violation(`The name "${name}" does not describe the content.`));
    }
  }
  const wrongSuffix = file.path.startsWith('src/') ? findWrongSuffix(file, stem, suffixes) : undefined;
  if (wrongSuffix !== undefined) found.push(violation(wrongSuffix));
  return found;
}

const OUTSIDE_AREAS = new Set(['details', 'migrations']);

const isOutsideAreas = ({ service, serviceArea }: SourceFile): boolean =>
  service !== undefined &&
  serviceArea !== undefined &&
  !OUTSIDE_AREAS.has(serviceArea) &&
  rankOf(service, serviceArea) === undefined;

function findWrongSuffix(file: SourceFile, stem: string, suffixes: string[]): string | undefined {
  if (file.isTest || !file.path.endsWith('.ts')) return undefined;
  if (suffixes.length > 1)
    return `A file name has one layer suffix, but "${suffixes.join('.')}" has ${suffixes.length}.`;
  const [suffix] = suffixes;
  if (suffix !== undefined && !LAYERS.includes(suffix) && !SERVICE_LEVEL.includes(suffix)) {
    return `".${suffix}.ts" is no layer; there are ${[...LAYERS, ...SERVICE_LEVEL].join(', ')}.`;
  }
  if (file.service === undefined) return undefined;
  const isServiceLevel = suffix !== undefined && SERVICE_LEVEL.includes(suffix);
  if (file.feature === undefined && !(isServiceLevel && stem === file.service)) {
    return `The only files allowed in a service's own folder are ${SERVICE_LEVEL.map((name) => `${file.service}.${name}.ts`).join(', ')}; all others belong in areas.`;
  }
  if (isOutsideAreas(file))
    return `${file.serviceArea} is no area of ${file.service}: see scripts/imports/areas.ts.`;
  if (file.feature !== undefined && isServiceLevel)
    return `".${suffix}.ts" belongs to the service, not a feature.`;
  return undefined;
}
