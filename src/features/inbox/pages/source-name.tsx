import { FileName } from '#ui/components/file-name.tsx'
import type { ShownNote } from '../shown-note.ts'

type Props = { kind: ShownNote['note']['target']['kind']; name: string }

/** The file, board or repository of notes. */
export function SourceName({ kind, name }: Props) {
  return (
    <span class="truncate shrinks" title={name}>
      {kind === 'board' ? <bdi>{name}</bdi> : <FileName name={name} />}
    </span>
  )
}
