/**
 * What a column of each PostgreSQL type is in JavaScript: how pg parses it, with the parser of `src/platform/db/pool.ts`. Select other types as text:
 * days and times without a zone would become a Date in the zone of the machine, and ids in an array keep their dashes.
 */
export type DriverTypes = {
  bool: boolean
  bytea: Buffer
  timestamptz: Date
  int2: number
  int4: number
  float4: number
  float8: number
  oid: number
  int8: string
  numeric: string
  name: string
  text: string
  uuid: string
  json: Json
  jsonb: Json
  _int4: readonly number[]
  _float8: readonly number[]
  _text: readonly string[]
}

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** One value, and not a row of them. */
export type Value = string | number | boolean | Date | Uint8Array | readonly unknown[] | null | undefined
