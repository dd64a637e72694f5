import type { FastifyRequest } from 'fastify'
import type { VNode } from 'preact'
import type { LocalizedText } from '#base/messages.ts'
import type { Setting, SettingsSectionId } from '#base/settings-panes.ts'
import type { LoadedSection } from '#ui/components/section-cards.tsx'
import type { Frame } from '#ui/frame.ts'

/** A section that a feature contributes to a page of another feature. The composition root lists them. */
export type Section = {
  /** Also its anchor in the URL. */
  id: string
  title: LocalizedText
  hint: LocalizedText
  load: (request: FastifyRequest, frame: Frame) => Promise<VNode>
}

/** A section of the settings. Their search finds it by its title, and each of its settings by name. */
export type SettingsSection = Section & { id: SettingsSectionId; settings: readonly Setting[] }

/** Renders all of them concurrently, in the language of the page. */
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
