import { posix } from 'node:path';
import { addArrow, findCircles, type Arrow, type Graph } from './circles.ts';
import type { Edge, SourceFile, Violation } from './violation.ts';

interface Siblings {
  readonly parent: string;
  readonly from: string;
  readonly to: string;
}

/** Finds import cycles of files, type imports included. */
export function findFileCircles(files: ReadonlyMap<string, SourceFile>): Violation[] {
  const graph: Graph = new Map();
  for (const { edge, to } of importsBetween(files)) addArrow(graph, edge.from.path, to, edge);
  return findCircles(graph).map(({ members, shortest }) => {
    const way = [shortest[0].from, ...shortest.map(({ to }) => to)].join(' → ');
    const more = members.length > shortest.length ? `; ${members.length} files import each other` : '';
    return violation('no-cycles', shortest[0], `Imports run in a circle: ${way}${more}.`);
  });
}

/** Finds import cycles between sibling folders of a service or the platform, type imports included. */
export function findFeatureCircles(files: ReadonlyMap<string, SourceFile>): Violation[] {
  const levels = new Map<string, Graph>();
  for (const { edge, to } of importsBetween(files)) {
    const siblings = siblingFeatures(edge) ?? siblingFolders(edge.from.path, to);
    if (siblings === undefined) continue;
    const graph: Graph = levels.get(siblings.parent) ?? new Map();
    levels.set(siblings.parent, graph);
    addArrow(graph, siblings.from, siblings.to, edge);
  }
  return [...levels].flatMap(([parent, graph]) =>
    findCircles(graph).map(({ members, shortest }) => {
      const way = shortest.map(describeArrow).join(', ');
      const sentence = `In ${parent} ${members.join(', ')} use each other in a circle: ${way}.`;
      return violation('features-one-way', shortest[0], sentence);
    }),
  );
}

function violation(rule: Violation['rule'], { imports: [first] }: Arrow, sentence: string): Violation {
  return { file: first.from.path, line: first.line, rule, sentence };
}

function describeArrow({ from, to, imports }: Arrow): string {
  const [first] = imports;
  const count = imports.length === 1 ? '1 import:' : `${imports.length} imports, one of them`;
  return `${from} → ${to} (${count} ${first.from.path}:${first.line} → ${first.to?.path})`;
}

/** Yields the imports, except those of tests, which may import anything, and of fixtures, which are never run. */
function* importsBetween(files: ReadonlyMap<string, SourceFile>): Generator<{ edge: Edge; to: string }> {
  const counts = (file: SourceFile | undefined) =>
    file !== undefined && !file.isTest && !file.path.startsWith('test/fixtures/');
  for (const file of files.values()) {
    if (!counts(file)) continue;
    for (const edge of file.edges) {
      if (edge.to !== undefined && counts(files.get(edge.to.path))) yield { edge, to: edge.to.path };
    }
  }
}

/** Returns two features of one area. One of them may be in the area's own folder. */
function siblingFeatures({ from, to }: Edge): Siblings | undefined {
  if (from.feature === undefined || to?.feature === undefined || from.feature === to.feature)
    return undefined;
  if (from.service !== to.service || from.serviceArea !== to.serviceArea) return undefined;
  return { parent: `src/${from.service}/${from.serviceArea}`, from: from.feature, to: to.feature };
}

/** Returns the sibling folders that contain the two files, or undefined for a file directly beside a folder. */
function siblingFolders(from: string, to: string): Siblings | undefined {
  const ones = posix.dirname(from).split('/');
  const others = posix.dirname(to).split('/');
  const depth = ones.findIndex((folder, index) => folder !== others[index]);
  const [one, other] = [ones[depth], others[depth]];
  const parent = ones.slice(0, depth).join('/');
  if (depth < 2 || one === undefined || other === undefined || ones[0] !== 'src') return undefined;
  return { parent, from: one, to: other };
}
