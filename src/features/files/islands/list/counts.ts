export type Count = { name: string; n: number }

/** The number of live files per language, tag, repository and folder, for the filter box. */
export type ListCounts = {
  languages: readonly Count[]
  tags: readonly Count[]
  repos: readonly Count[]
  folders: readonly Count[]
  categories: readonly Count[]
}
