import type { FileId, Id } from '#base/ids.ts'
import type { LineRange } from '#features/viewer/line-range.ts'

export type ShareId = Id<'share'>

/** `internal`: one version, for users with an account. `public`: several files, for anyone with the link. */
export const SHARE_KINDS = ['internal', 'public'] as const
export type ShareKind = (typeof SHARE_KINDS)[number]

export const SHARE_DAYS = { min: 1, max: 90, standard: 7 }
/** Lifetimes in days; null lasts until the share is revoked. */
export const LIFETIMES = [1, 7, 30, 90, null] as const

export type Share = {
  id: ShareId
  kind: ShareKind
  /** The key in its URL: the id of an internal share, the token of a public link. */
  key: string
  createdAt: Date
  expiresAt: Date | null
  views: number
}

/**
 * A share with the fields that its pages do not read. The key of a public link is the hash of `seed`, which proves whose link it
 * is: the seed is in the owner's export, and never in the URL. Null for shares of the kind `internal`, and for older links.
 */
export type NewShare = Share & { seed: string | null; lastViewedAt: Date | null }

/** One version of a file in a share; positions begin at 1. `range`: the only lines that readers get; null: all of them. */
export type SharedVersion = {
  position: number
  fileId: FileId
  version: number
  hiddenLines: number[]
  range: LineRange | null
}

/** A share as its owner sees it. */
export type ListedShare = Share & {
  url: string
  files: { name: string; isLive: boolean; range: LineRange | null }[]
  noteCount: number
  isOver: boolean
  /** When it was added to the feed of its owner; null: it is not in it. */
  feedAt: Date | null
}

export function sharePath({ kind, key }: Pick<Share, 'kind' | 'key'>): string {
  return kind === 'internal' ? `/share/${key}` : `/shared/${key}`
}

/** The token of a public link, as in its URL. */
export const TOKEN = /^[\w-]{43}$/

export function isOver({ expiresAt }: Pick<Share, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now
}
