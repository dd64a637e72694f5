import type { Query } from '#base/search-query/query.ts'

/** Whether the filters `repo:` of a query let a repository through. */
export function namesOf({ filters }: Query): (name: string) => boolean {
  const repos = filters.filter(({ key }) => key === 'repo')
  const wanted = repos.filter(({ isExcluded }) => !isExcluded)
  const isNamed = (name: string, value: string) => name.toLowerCase().includes(value.toLowerCase())
  return (name) =>
    (wanted.length === 0 || wanted.some(({ value }) => isNamed(name, value))) &&
    !repos.some(({ value, isExcluded }) => isExcluded && isNamed(name, value))
}
