/** A gist as GitHub's API gives it. */
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
  /** Null where GitHub left it out (lists of gists have none) or cut it short. */
  content: string | null
}
