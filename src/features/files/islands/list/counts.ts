export type Count = { name: string; n: number }

/** How many live files there are of each kind, for the filter box. */
export type ListCounts = {
  languages: readonly Count[]
  tags: readonly Count[]
  repos: readonly Count[]
  categories: readonly Count[]
}
