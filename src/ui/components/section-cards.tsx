import type { VNode } from 'preact'
import { Card } from './card.tsx'

/** A part of a page that a feature contributes without the page knowing the feature. */
export type LoadedSection = { id: string; title: string; hint: string; body: VNode }

export function SectionCards({ sections }: { sections: readonly LoadedSection[] }) {
  return sections.map(({ id, title, hint, body }) => (
    <Card key={id} id={id} title={title} hint={hint}>
      {body}
    </Card>
  ))
}
