export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** One path around every cycle, each reported once, starting at its first name. */
export function findCircles(graph: Graph): string[][] {
  const circles = new Map<string, string[]>()
  const done = new Set<string>()
  for (const start of [...graph.keys()].sort()) walk(graph, start, [], done, circles)
  return [...circles.values()]
}

function walk(graph: Graph, node: string, trail: string[], done: Set<string>, circles: Map<string, string[]>): void {
  const seenAt = trail.indexOf(node)
  if (seenAt >= 0) {
    const circle = startingAtFirst(trail.slice(seenAt))
    circles.set(circle.join(' '), circle)
    return
  }
  if (done.has(node)) return
  for (const next of graph.get(node) ?? []) walk(graph, next, [...trail, node], done, circles)
  done.add(node)
}

function startingAtFirst(circle: string[]): string[] {
  const first = circle.indexOf([...circle].sort()[0] ?? '')
  return [...circle.slice(first), ...circle.slice(0, first)]
}

export function addEdge(graph: Map<string, Set<string>>, from: string, to: string): void {
  graph.set(from, (graph.get(from) ?? new Set()).add(to))
}
