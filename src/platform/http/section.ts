import type { FastifyRequest } from 'fastify'
import type { VNode } from 'preact'
import type { Words } from '#base/messages.ts'
import type { LoadedSection } from '#ui/components/section-cards.tsx'
import type { Frame } from '#ui/frame.ts'

/** A part of a page that a feature contributes without the page knowing the feature. The composition lists them. */
export type Section = {
  /** Also its anchor in the address. */
  id: string
  title: Words
  hint: Words
  load: (request: FastifyRequest, frame: Frame) => Promise<VNode>
}

/** All of them at once, in the language of the page. */
export async function loadSections(
  sections: readonly Section[],
  request: FastifyRequest,
  frame: Frame,
): Promise<LoadedSection[]> {
  return Promise.all(
    sections.map(async ({ id, title, hint, load }) => ({
      id,
      title: title[frame.locale],
      hint: hint[frame.locale],
      body: await load(request, frame),
    })),
  )
}
