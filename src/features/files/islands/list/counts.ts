export type Count = { name: string; n: number }

/** The number of live files per language, tag and repository, for the filter box. */
export type ListCounts = {
  languages: readonly Count[]
  tags: readonly Count[]
  repos: readonly Count[]
  categories: readonly Count[]
}
