import { noteInputs } from '../../schema/inputs.ts'
import { toBoard, toHit, toNote, toNoteHead } from '../../schema/items.ts'
import { LIMITS } from '../../limits.ts'
import * as notes from '../../service/notes.ts'
import { answer, listAnswer, textAnswer, tool } from '../tool.ts'

const inputs = noteInputs(LIMITS)

export const noteTools = [
  tool({
    name: 'list_notes',
    title: 'List notes',
    description:
      'Sticky notes on a file (file_id) or on a file of a repository (repo_name, repo_path); without them, the 50 written last. line_start and line_end are where the code is now; state says whether it moved, changed or is lost.',
    input: inputs.list,
    scope: 'read',
    run: async ({ ctx }, { from, ...target }) => {
      const { file_id: fileId, repo_name: repoName, repo_path: repoPath } = target
      const { notes: found, isCut } = await notes.listNotes(ctx, { fileId, repoName, repoPath })
      const rest = (next: number) => ({ tool: 'list_notes', arguments: { ...target, from: next } })
      // There is no next page beyond these: search_notes finds older notes.
      return listAnswer('notes', found.map(toNote), { from, rest }, { count: found.length, there_are_more: isCut })
    },
  }),
  tool({
    name: 'read_note',
    title: 'Read a note',
    description: 'The whole text of a note, and its updated_at, which update_note wants.',
    input: inputs.read,
    scope: 'read',
    run: async ({ ctx }, asked) => {
      const note = await notes.readNote(ctx, asked.note_id)
      const rest = (spot: object) => ({ tool: 'read_note', arguments: { note_id: note.id, ...spot } })
      return textAnswer(toNoteHead(note), note.content, asked, rest)
    },
  }),
  tool({
    name: 'search_notes',
    title: 'Search notes',
    description: 'Notes whose title or text contains these very words; hits in titles first, then the newest.',
    input: inputs.search,
    scope: 'read',
    limit: 'search',
    run: async ({ ctx }, { query, color, limit, from }) => {
      const { hits, truncated } = await notes.searchNotes(ctx, query, color, limit)
      const rest = (next: number) => ({ tool: 'search_notes', arguments: { query, color, limit, from: next } })
      return listAnswer('results', hits.map(toHit), { from, rest }, { count: hits.length, truncated })
    },
  }),
  tool({
    name: 'create_note',
    title: 'Create a note',
    description:
      'A sticky note on a file (file_id) or on a file of a repository (repo_name, repo_path), on lines of it if wanted.',
    input: inputs.create,
    scope: 'write',
    run: async ({ ctx }, asked) => {
      const {
        file_id: fileId,
        repo_name: repoName,
        repo_path: repoPath,
        line_start: lineStart,
        line_end: lineEnd,
        ...fields
      } = asked
      const note = await notes.createNote(ctx, { fileId, repoName, repoPath }, { ...fields, lineStart, lineEnd })
      return answer({ ok: true, ...toNoteHead(note) })
    },
  }),
  tool({
    name: 'update_note',
    title: 'Update a note',
    description:
      'Changes the text, title or colour of a note that was read. Refused when it has changed since; what it said is kept.',
    input: inputs.update,
    scope: 'write',
    limit: 'note',
    run: async ({ ctx }, { note_id: id, prev_updated_at: seen, ...fields }) =>
      answer({ ok: true, ...toNoteHead(await notes.updateNote(ctx, id, seen, fields)) }),
  }),
]

export const boardTools = [
  tool({
    name: 'list_boards',
    title: 'List boards',
    description: 'The boards that notes lie on which lie on no file; the default one first.',
    input: inputs.boards,
    scope: 'read',
    run: async ({ ctx }, { from }) => {
      const boards = await notes.listBoards(ctx)
      return listAnswer('boards', boards.map(toBoard), {
        from,
        rest: (next) => ({ tool: 'list_boards', arguments: { from: next } }),
      })
    },
  }),
  tool({
    name: 'list_board_notes',
    title: 'Notes of a board',
    description: 'The notes on a board, oldest first.',
    input: inputs.board,
    scope: 'read',
    run: async ({ ctx }, { board_id: id, from }) => {
      const found = await notes.listBoardNotes(ctx, id)
      const rest = (next: number) => ({ tool: 'list_board_notes', arguments: { board_id: id, from: next } })
      return listAnswer('notes', found.map(toNote), { from, rest }, { count: found.length })
    },
  }),
  tool({
    name: 'create_board_note',
    title: 'Put a note on a board',
    description: 'A note on a board; on the default one when none is named.',
    input: inputs.createOnBoard,
    scope: 'write',
    run: async ({ ctx }, { board_id: id, ...fields }) =>
      answer({ ok: true, ...toNoteHead(await notes.createBoardNote(ctx, id, fields)) }),
  }),
]
