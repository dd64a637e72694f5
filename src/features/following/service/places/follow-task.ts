import {
  type Anchor,
  CommitStep,
  followSteps,
  followTexts,
  type Located,
  type Text,
  textPairs,
  vetoByDefinitions,
} from 'codeshelf-follow'
import { detectLanguage } from '#base/language/language.ts'
import type { ReaderCtx } from '#platform/ctx.ts'
import { type Packed, unpackBody } from '#platform/db/body-codec.ts'
import { isDeadlineOrBusy, type Task } from '#platform/threads.ts'
import type { AnchorLocation } from '../../location.ts'
import type { Place } from '../../place.ts'
import { recordPlaces, type Traces, type Walked } from '../../record-places.ts'
import { blobText, blobTexts } from '../sources/blob-texts.ts'
import type { CommitTexts } from '../sources/commits.ts'
import { DefinitionReader, type ParseLimits } from '../sources/definition-reader.ts'
import { nameSymbols } from './name-symbols.ts'

/** At most half of the deadline: the comparison of lines, which needs no parser, must not miss it. */
const SYNC_LIMITS: ParseLimits = { texts: 2_000, cpuMs: 3_000, elapsedMs: 6_000 }
/** A read does the same work each time. */
const READ_LIMITS: ParseLimits = { texts: 60, cpuMs: 1_500, elapsedMs: 4_500 }

/** Forty versions of two megabytes take about two seconds of an idle CPU. */
const DEADLINE_MS = 12_000

type FollowVersions = {
  anchors: readonly Anchor[]
  language: string
  versions: readonly (Packed & { version: number; at: string | null })[]
}

export const followVersionsTask: Task<FollowVersions, AnchorLocation[]> = {
  name: 'follow-versions',
  deadlineMs: DEADLINE_MS,
  async run({ anchors, language, versions }) {
    const traces: Traces = new WeakMap()
    const texts = versions.map(({ version, at, ...packed }) => ({ version, at, content: unpackBody(packed) }))
    const reader = new DefinitionReader(() => language, READ_LIMITS)
    const locations = await followChecked(anchors, texts, { traces, reader })
    await nameSymbols(
      locations.map(({ places = [] }) => places),
      traces,
      reader,
    )
    return locations
  },
}

type Following = { traces: Traces; reader: DefinitionReader }

/** Follows anchors through versions, with the definitions that the reader finds in them. */
export async function followChecked(
  anchors: readonly Anchor[],
  texts: readonly (Text & { at: string | null })[],
  { traces, reader }: Following,
): Promise<AnchorLocation[]> {
  const places: Place[][] = anchors.map(() => [])
  const times = new Map(texts.map(({ version, at }) => [version, at]))
  const steps = followSteps(anchors, texts)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value.map((location, i) => ({ ...location, ...(places[i]?.length && { places: places[i] }) }))
    await vetoByDefinitions(value, reader.read)
    const moment = { since: String(value.version), at: times.get(value.version) ?? null }
    recordPlaces(value, places, moment, traces)
  }
}

type FollowCommits = CommitTexts & { located: readonly (Located | null)[] }

export const followCommitsTask: Task<FollowCommits, Walked> = {
  name: 'follow-commits',
  deadlineMs: DEADLINE_MS,
  async run({ located, commits, blobs }) {
    const traces: Traces = new WeakMap()
    const reader = new DefinitionReader(detectLanguage, SYNC_LIMITS)
    const read = blobTexts(blobs)
    const pairs = textPairs()
    const walked: Walked = { located: [...located], places: located.map(() => []) }
    for (const { commit, at, changes } of commits) {
      const touched = new Set(changes.map(({ from }) => from))
      if (!walked.located.some((each) => each && touched.has(each.path))) continue
      const step = new CommitStep(
        changes.map(({ from, to, fromOid, toOid }) => {
          const before = read(fromOid)
          // Without the earlier text every line would count as new.
          return { from, to, before, after: from !== null && before === null ? null : read(toOid) }
        }),
        pairs,
      )
      const result = step.carryAll(walked.located)
      await vetoByDefinitions(result, reader.read)
      recordPlaces(result, walked.places, { since: commit, at }, traces)
      for (const { index, now } of result.carried) walked.located[index] = now.to
    }
    await nameSymbols(walked.places, traces, reader)
    return walked
  },
}

/** Blobs in commit order, null where the file did not exist. All anchors are on the first one. */
type FollowBlobs = { anchors: readonly Anchor[]; blobs: readonly (Uint8Array | null)[] }

/** Returns null when the newest blob is not text, because a note has no lines in it. */
export const followBlobsTask: Task<FollowBlobs, AnchorLocation[] | null> = {
  name: 'follow-blobs',
  deadlineMs: DEADLINE_MS,
  run({ anchors, blobs }) {
    const texts = blobs.map((blob) => blob && blobText(blob))
    if (texts.at(-1) == null) return null
    const known = texts[0] == null ? [] : texts.filter((text) => text !== null)
    return followTexts(
      anchors,
      known.map((content, version) => ({ version, content })),
    )
  },
}

/** Returns `unknown` for every anchor when the task misses its deadline: a timeout must not report notes as lost. */
export async function follow<Job extends { anchors: readonly Anchor[] }, Out>(
  ctx: ReaderCtx,
  task: Task<Job, Out>,
  job: Job,
): Promise<Out | AnchorLocation[]> {
  try {
    return await ctx.offload(task, job)
  } catch (error) {
    if (!isDeadlineOrBusy(error)) throw error
    return job.anchors.map(({ lines }) => ({ state: 'unknown', was: lines }))
  }
}
