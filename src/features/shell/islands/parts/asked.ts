/** A new one for each time that a dialog is asked for. `typed`: what was typed before it had loaded. */
export type Asked = { typed: string } | null
