import type { Manifest } from './library.ts'

/** The parts of an export that an import writes. Reminders and origins are inside notes and files. */
export type Section = Exclude<keyof Manifest, 'exportedAt' | 'unknownSections'> | 'reminders' | 'origins'

/**
 * The routes that write the same as each section. Whoever may not call them may not import the section either: with a token that
 * may write, an import would otherwise set the owner's instructions for agents.
 */
export const SECTION_ROUTES = {
  files: ['POST /api/files', 'POST /api/files/bulk-tag', 'POST /api/files/bulk-favorite', 'POST /api/files/:id/trash'],
  origins: ['POST /api/repos/:id/import'],
  boards: ['POST /api/note-boards'],
  notes: [
    'POST /api/sticky-notes/:id',
    'POST /api/sticky-notes/board/:id',
    'POST /api/sticky-notes/repo/:repo_name/*',
    'POST /api/sticky-notes/note/:id/watch',
    'DELETE /api/sticky-notes/note/:id',
  ],
  reminders: ['POST /api/sticky-notes/note/:id/reminder', 'POST /api/sticky-notes/reminders/ack'],
  views: ['POST /api/views'],
  shares: ['POST /api/files/create-share-link'],
  repositories: ['POST /api/repos'],
  settings: [
    'POST /settings/agent',
    'POST /settings/appearance',
    'POST /settings/editor',
    'POST /settings/time-zone',
    'PUT /api/settings/shortcuts',
  ],
} as const satisfies Record<Section, readonly string[]>
