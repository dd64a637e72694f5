/** A gist as GitHub's API returns it. */
export type Gist = {
  url: string | null
  description: string
  createdAt: Date | null
  updatedAt: Date | null
  files: GistFile[]
}

export type GistFile = {
  name: string
  language: string | null
  /** Null where GitHub omitted it (lists of gists have none) or truncated it. */
  content: string | null
}
