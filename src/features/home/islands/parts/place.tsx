import { FileName } from '#ui/components/file-name.tsx'
import { Icon } from '#ui/icons.tsx'
import type { Visit } from '../../visits.ts'

type Props = Pick<Visit, 'kind' | 'name' | 'line'>

const ICONS = { file: 'files', board: 'board', repo: 'repository' } as const

/** A file, a board or a file of a repository, with a line. Each part has its own direction. */
export function Place({ kind, name, line }: Props) {
  return (
    <span class="today-place small-icons inline-row gap-1 shrinks" title={name}>
      <Icon name={ICONS[kind]} />
      {kind === 'board' ? <bdi class="truncate">{name}</bdi> : <FileName name={name} />}
      {line !== null && (
        <bdi dir="ltr" class="rigid">
          L{line}
        </bdi>
      )}
    </span>
  )
}
