import { inflateSync } from 'node:zlib'

/** What a PDF of Chromium shows: its pages, and the text that it draws, in the order of drawing and without spaces. */
export type Paper = { pages: number; text: string }

/**
 * Reads a PDF of Skia, which writes one object after another and names a font by the number of its object. Other programs write other
 * PDFs, which this cannot read.
 */
export function readPdf(pdf: Buffer): Paper {
  const objects = objectsOf(pdf)
  const alphabets = new Map<string, Map<string, string>>()
  for (const [id, { head }] of objects) {
    const cmap = /\/ToUnicode (\d+) 0 R/.exec(head)?.[1]
    if (cmap !== undefined) alphabets.set(`F${id}`, alphabetOf(objects.get(cmap)?.body ?? ''))
  }
  const pages = [...objects.values()].filter(({ head }) => /\/Type\s*\/Page\b/.test(head))
  const text = pages.map(({ head }) => {
    const content = /\/Contents (\d+) 0 R/.exec(head)?.[1] ?? ''
    return textOf(objects.get(content)?.body ?? '', alphabets)
  })
  return { pages: pages.length, text: text.join('') }
}

type PdfObject = { head: string; body: string }

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  // One byte is one character, so that positions in the text are positions in the file.
  const all = pdf.toString('latin1')
  return new Map(
    [...all.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)(?:\nendobj|stream\n)/g)].map((match) => {
      const [whole, id = '', head = ''] = match
      const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
      const from = match.index + whole.length
      const bytes = pdf.subarray(from, from + length)
      const isStream = whole.endsWith('stream\n')
      const body = isStream && head.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : ''
      return [id, { head, body }]
    }),
  )
}

/** Glyph in hex → what it stands for. */
function alphabetOf(cmap: string): Map<string, string> {
  const alphabet = new Map<string, string>()
  for (const [, block = ''] of cmap.matchAll(/beginbfchar\n([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', code = ''] of block.matchAll(/<(\w+)> <(\w+)>/g)) alphabet.set(glyph, decode(code))
  for (const [, block = ''] of cmap.matchAll(/beginbfrange\n([\s\S]*?)endbfrange/g))
    for (const [, first = '', last = '', code = ''] of block.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
      for (let glyph = parseInt(first, 16), i = 0; glyph <= parseInt(last, 16); glyph++, i++)
        alphabet.set(
          glyph.toString(16).toUpperCase().padStart(first.length, '0'),
          String.fromCodePoint((decode(code).codePointAt(0) ?? 0) + i),
        )
  return alphabet
}

const decode = (code: string) => Buffer.from(code, 'hex').swap16().toString('utf16le')

function textOf(content: string, alphabets: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let alphabet: ReadonlyMap<string, string> = new Map()
  let text = ''
  for (const [, font, shown = ''] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<(\w+)>/g)) {
    if (font !== undefined) alphabet = alphabets.get(font) ?? new Map()
    // A glyph is one byte in fonts of the type 3 and two in others; all of one font are of one length.
    const [known = ''] = alphabet.keys()
    for (let at = 0; known !== '' && at < shown.length; at += known.length)
      text += alphabet.get(shown.slice(at, at + known.length).toUpperCase()) ?? ''
  }
  return text.replaceAll(/\s/g, '')
}
