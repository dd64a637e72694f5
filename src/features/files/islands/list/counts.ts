export type Count = { name: string; n: number }

/** How many live files there are of each kind, for the filter box. */
export type ListCounts = {
  languages: readonly Count[]
  tags: readonly Count[]
  repos: readonly Count[]
  categories: readonly Count[]
}

/** Beyond these a person types the whole name: nobody reads a longer list, and every page carries it. */
const MOST = 100

export function topCounts(counts: ListCounts): ListCounts {
  const { languages, tags, repos, categories } = counts
  return { languages: languages.slice(0, MOST), tags: tags.slice(0, MOST), repos: repos.slice(0, MOST), categories }
}
