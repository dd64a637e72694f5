/** The package has no types, and those of DefinitelyTyped are for another major version of markdown-it. */
declare module 'markdown-it-footnote' {
  import type { MarkdownIt } from 'markdown-it'
  const footnote: (md: MarkdownIt) => void
  // oxlint-disable-next-line import/no-default-export
  export default footnote
}
