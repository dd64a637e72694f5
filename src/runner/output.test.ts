import { describe, expect, it, test } from 'vitest'
import { keptStream } from './output.ts'

function through(pieces: Buffer[], max: number) {
  let text = ''
  const stream = keptStream('stdout', max, (_, piece) => (text += piece))
  for (const piece of pieces) stream.take(piece)
  stream.finish()
  return { text, written: stream.written, dropped: stream.dropped }
}

describe('output is cut in bytes, between characters', () => {
  it.each([
    { situation: 'fits exactly', written: 'שלום', max: 8, text: 'שלום', dropped: 0 },
    { situation: 'the border is inside a letter', written: 'שלום', max: 7, text: 'שלו', dropped: 2 },
    { situation: 'the border is between letters', written: 'שלום', max: 6, text: 'שלו', dropped: 2 },
    { situation: 'a letter of four bytes does not fit', written: 'a😀b', max: 4, text: 'a', dropped: 5 },
    { situation: 'NUL is a character like others', written: 'a\0b', max: 10, text: 'a\0b', dropped: 0 },
    { situation: 'nothing was written', written: '', max: 5, text: '', dropped: 0 },
  ])('$situation', ({ written, max, text, dropped }) => {
    expect(through([Buffer.from(written)], max)).toMatchObject({ text, dropped })
  })

  test('the text is the same wherever the pipe splits the bytes', () => {
    const written = Buffer.from('אבג😀\r\n\ufeffdef\0')
    for (const max of [3, 9, 100]) {
      const whole = through([written], max)
      const torn = through(
        Array.from(written, (byte) => Buffer.from([byte])),
        max,
      )
      expect(torn.text).toBe(whole.text)
      expect(torn.dropped).toBe(whole.dropped)
    }
  })

  test('invalid UTF-8 becomes replacement characters, within the limit', () => {
    expect(through([Buffer.from([0x61, 0xff, 0xfe, 0x62])], 100).text).toBe('a\ufffd\ufffdb')
    expect(through([Buffer.from([0xd7])], 100).text).toBe('\ufffd')
    const flood = through([Buffer.alloc(1000, 0xff)], 100)
    expect(Buffer.byteLength(flood.text)).toBeLessThanOrEqual(100)
    expect(flood.dropped).toBeGreaterThan(0)
  })

  test('nothing is appended after the cut', () => {
    expect(through([Buffer.from('😀'), Buffer.from('a')], 3)).toEqual({ text: '', written: 5, dropped: 5 })
  })
})
