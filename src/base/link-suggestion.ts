/** An entry of `GET /api/links/suggest`. `ranges`: what matches in the title. `link`: as it is written in a text. */
export type LinkSuggestion = {
  kind: 'file' | 'symbol' | 'note' | 'board'
  title: string
  /** The folder or the file that it is in. */
  place: string
  ranges: [number, number][]
  link: string
}
