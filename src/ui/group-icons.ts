import type { GroupName } from '#base/search-query/vocabulary.ts'
import type { IconName } from './icons.tsx'

export const GROUP_ICONS = {
  files: 'files',
  symbols: 'outline',
  notes: 'note',
  boards: 'board',
  repos: 'repository',
} satisfies Record<GroupName, IconName>
