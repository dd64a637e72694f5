import { type RawBuilder, sql } from 'kysely'
import { NIQQUD_PATTERN, withoutNiqqud } from '#base/fold.ts'

const HEBREW = /[\u05d0-\u05ea]/

/** Niqqud does not count. It is compared only where it can be: no index helps then. */
export function hasTag(tags: RawBuilder<unknown>, tag: string): RawBuilder<unknown> {
  if (!HEBREW.test(tag)) return sql`${tags} @> array[${tag}]::text[]`
  return sql`exists (
    select from unnest(${tags}) as t (tag) where regexp_replace(t.tag, ${NIQQUD_PATTERN}, '', 'g') = ${withoutNiqqud(tag)})`
}
