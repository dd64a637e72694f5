import type { FastifyRequest } from 'fastify'
import type { VNode } from 'preact'
import type { Words } from '#base/messages.ts'
import type { Frame } from '#ui/frame.ts'

/** A part of a page that a feature contributes without the page knowing the feature. The composition lists them. */
export type Section = {
  /** Also its anchor in the address. */
  id: string
  title: Words
  hint: Words
  load: (request: FastifyRequest, frame: Frame) => Promise<VNode>
}
