import type { View } from './view.ts'

/** What a form sent. */
export type TypedView = { name: string; page: string; query: string }

/** The result of a form. `text`: why it was refused; null when its name is none. `typed`: what the form to save sent. */
export type ViewNews =
  | { what: 'renamed' }
  | { what: 'deleted'; view: View; position: number }
  | { what: 'refused'; text: string | null; typed: TypedView | null }
