import type { VNode } from 'preact'
import { Card } from './card.tsx'

/** A section that a feature contributes to a page of another feature. */
export type LoadedSection = { id: string; title: string; hint: string; body: VNode }

export function SectionCards({ sections }: { sections: readonly LoadedSection[] }) {
  return sections.map(({ id, title, hint, body }) => (
    <Card key={id} id={id} title={title} hint={hint}>
      {body}
    </Card>
  ))
}
