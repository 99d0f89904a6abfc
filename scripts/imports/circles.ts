import type { Edge } from './violation.ts';

/** Edges of each node, with the imports that make up the edge. */
export type Graph = Map<string, Map<string, Edge[]>>;

export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly imports: readonly [Edge, ...Edge[]];
}

export interface Circle {
  /** Members of a strongly connected component: each can reach all others. */
  readonly members: readonly string[];
  /** A shortest cycle. Of several, the one with the weakest edge. */
  readonly shortest: readonly [Arrow, ...Arrow[]];
}

export function addArrow(graph: Graph, from: string, to: string, edge: Edge): void {
  const arrows = graph.get(from) ?? new Map<string, Edge[]>();
  graph.set(from, arrows.set(to, [...(arrows.get(to) ?? []), edge]));
}

export function findCircles(graph: Graph): Circle[] {
  const walks = new Map([...graph.keys()].map((node) => [node, walkFrom(graph, node)]));
  const found: Circle[] = [];
  const done = new Set<string>();
  for (const [node, walk] of walks) {
    if (done.has(node) || !walk.has(node)) continue;
    const members = [...walk.keys()].filter((other) => walks.get(other)?.has(node)).toSorted();
    for (const member of members) done.add(member);
    const [shortest] = members
      .map((member) => wayRound(graph, member, walks.get(member) ?? new Map()))
      .toSorted((one, other) => one.length - other.length || thinnest(one) - thinnest(other));
    if (isFilled(shortest)) found.push({ members, shortest });
  }
  return found;
}

/**
 * Breadth-first search: returns each reached node with its predecessor on a shortest path. Contains the start only if a
 * path leads back to it.
 */
function walkFrom(graph: Graph, start: string): Map<string, string> {
  const before = new Map<string, string>();
  const waiting = [start];
  for (const node of waiting) {
    for (const next of graph.get(node)?.keys() ?? []) {
      if (before.has(next)) continue;
      before.set(next, node);
      waiting.push(next);
    }
  }
  return before;
}

function wayRound(graph: Graph, start: string, before: ReadonlyMap<string, string>): Arrow[] {
  const arrows: Arrow[] = [];
  let to = start;
  do {
    const from = before.get(to) ?? start;
    const imports = graph.get(from)?.get(to);
    if (isFilled(imports)) arrows.unshift({ from, to, imports });
    to = from;
  } while (to !== start);
  return arrows;
}

function thinnest(arrows: readonly Arrow[]): number {
  return Math.min(...arrows.map(({ imports }) => imports.length));
}

function isFilled<Item>(items: readonly Item[] | undefined): items is readonly [Item, ...Item[]] {
  return items !== undefined && items.length > 0;
}
