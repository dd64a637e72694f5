import { expect, test } from 'vitest'
import { tokenScope } from '#platform/http/guard.ts'
import { testApp } from '../../../test/app.ts'
import { fileTools } from './routes/tools/files.ts'
import { noteTools } from './routes/tools/notes.ts'
import { otherTools, repoTools } from './routes/tools/others.ts'

/** The route of the HTTP API that does the same as each tool. */
const ROUTE_OF: Record<string, string> = {
  list_files: 'GET /api/files',
  search_files: 'GET /api/search',
  read_file: 'GET /api/files/:id',
  save_file: 'POST /api/files',
  edit_file: 'PUT /api/files/:id',
  append_to_file: 'PUT /api/files/:id',
  list_notes: 'GET /api/sticky-notes/:id',
  read_note: 'GET /api/sticky-notes/note/:id',
  search_notes: 'GET /api/sticky-notes/search',
  create_note: 'POST /api/sticky-notes/:id',
  update_note: 'PUT /api/sticky-notes/note/:id',
  list_boards: 'GET /api/note-boards',
  list_board_notes: 'GET /api/sticky-notes/board/:id',
  create_board_note: 'POST /api/sticky-notes/board/:id',
  list_repos: 'GET /api/repos',
  list_repo_files: 'GET /api/repos/:id',
  read_repo_file: 'GET /api/repos/:id/text',
  search_repo: 'GET /api/search',
  read_primer: 'GET /api/agent/primer',
  run_code: 'POST /api/code/run',
}

test('every tool needs the scope of the route that does the same', async () => {
  await using app = await testApp()
  const routes = new Map(app.app.routeTable().map((route) => [`${route.method} ${route.url}`, route]))
  for (const { about, scope } of [...fileTools, ...noteTools, ...repoTools, ...otherTools]) {
    const { name } = about
    const route = routes.get(ROUTE_OF[name] ?? '')
    expect(route, name).toBeDefined()
    expect(route && { scope: tokenScope(route), auth: route.auth }, name).toEqual({
      scope,
      // The tool refuses members without premium itself: see routes/mcp.ts.
      auth: scope === 'run' ? 'premium' : 'user',
    })
  }
})
