import type { Query } from '#base/search-query/query.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { listRepos, type Repo } from '#features/repos/public.ts'

/** The user's repositories that the filters `repo:` of a query let through. */
export async function listNamedRepos(ctx: UserCtx, query: Query): Promise<Repo[]> {
  const isNamed = namesOf(query)
  return (await listRepos(ctx)).filter(({ name }) => isNamed(name))
}

function namesOf({ filters }: Query): (name: string) => boolean {
  const repos = filters.filter(({ key }) => key === 'repo')
  const wanted = repos.filter(({ isExcluded }) => !isExcluded)
  const isNamed = (name: string, value: string) => name.toLowerCase().includes(value.toLowerCase())
  return (name) =>
    (wanted.length === 0 || wanted.some(({ value }) => isNamed(name, value))) &&
    !repos.some(({ value, isExcluded }) => isExcluded && isNamed(name, value))
}
