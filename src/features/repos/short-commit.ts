export function shortCommit(commit: string): string {
  return commit.slice(0, 8)
}
