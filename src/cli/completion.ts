import { usageError } from './io.ts'

/** A completion script for the shell: commands first, then options. */
export function completion(shell: string, commands: readonly string[], options: readonly string[]): string {
  const flags = options.map((option) => `--${option}`)
  switch (shell) {
    case 'bash':
      return `complete -W "${[...commands, ...flags].join(' ')}" -o default codeshelf-cli\n`
    case 'zsh':
      return `#compdef codeshelf-cli\n_arguments '1:command:(${commands.join(' ')})' '*:option:(${flags.join(' ')})' '*:file:_files'\n`
    case 'fish':
      return [
        ...commands.map((name) => `complete -c codeshelf-cli -n __fish_use_subcommand -a ${name}`),
        ...options.map((name) => `complete -c codeshelf-cli -l ${name}`),
        '',
      ].join('\n')
    default:
      throw usageError('usage: codeshelf-cli completion bash|zsh|fish')
  }
}
