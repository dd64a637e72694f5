/**
 * Twelve ways of writing a text that costs more than it says. Each gives a text of about `bytes` bytes in UTF-8. A digit in
 * each keeps two texts of one family apart, so that no cache answers for the work.
 */
export const FAMILIES: Readonly<Record<string, (bytes: number, digit: number) => string>> = {
  'combining marks': (bytes, digit) => `a${digit}${'\u0301\u0323\u05b0'.repeat(bytes / 6)}\n`,
  'unclosed $$': (bytes, digit) => `$$${digit}\n`.repeat(bytes / 4),
  backticks: (bytes, digit) => `${digit}\n${runs('`', bytes)}\n`,
  brackets: (bytes, digit) => `${digit}${'[a]('.repeat(bytes / 8)}${'['.repeat(bytes / 2)}\n`,
  'nested lists': (bytes, digit) => lines(bytes, (i) => `${' '.repeat((i % 40) * 2)}- ${digit}\n`),
  'nested quotes': (bytes, digit) => lines(bytes, (i) => `${'> '.repeat(i % 60)}${digit}\n`),
  'one long line': (bytes, digit) => `${'$a'.repeat(bytes / 2)}${digit}`,
  'many short lines': (bytes, digit) => `${digit}\n`.repeat(bytes / 2),
  'key-like blocks': (bytes, digit) =>
    lines(bytes, (i) =>
      i % 2 === 0
        ? `-----BEGIN ${'PRIVATE'} KEY-----\n`
        : `password${i} = "k${digit}-Otter!${i}" ; PuTTY-User-Key-File-2:\n`,
    ),
  'table pipes': (bytes, digit) =>
    `|a|b|\n|-|-|\n${`|${digit}|\\||`.repeat(bytes / 12)}\n${`|${digit}|\n`.repeat(bytes / 8)}`,
  'emoji and bidi controls': (bytes, digit) => `${digit}${'👩\u200d\u{1f467}\u202e\u2066x\u200f'.repeat(bytes / 21)}\n`,
  'HTML nesting': (bytes, digit) =>
    `${`<svg><g id="a${digit}"><p><b>`.repeat(bytes / 60)}${'<!--<x '.repeat(bytes / 20)}${'&amp'.repeat(bytes / 20)}\n`,
}

function lines(bytes: number, lineOf: (index: number) => string): string {
  let text = ''
  for (let i = 0; text.length < bytes; i++) text += lineOf(i)
  return text
}

/** Runs of growing length: each opens a code span that none closes. */
function runs(char: string, bytes: number): string {
  let text = ''
  for (let i = 1; text.length < bytes; i++) text += `${char.repeat(i)} a `
  return text
}
