import { describe, expect, it, test } from 'vitest'
import { keptStream } from './output.ts'

function through(pieces: Buffer[], max: number) {
  let text = ''
  const stream = keptStream('stdout', max, (_, piece) => (text += piece))
  for (const piece of pieces) stream.take(piece)
  stream.finish()
  return { text, written: stream.written, dropped: stream.dropped }
}

describe('output is cut in bytes, at a character border', () => {
  it.each([
    { situation: 'fits exactly', said: 'שלום', max: 8, text: 'שלום', dropped: 0 },
    { situation: 'the border is inside a letter', said: 'שלום', max: 7, text: 'שלו', dropped: 2 },
    { situation: 'the border is between letters', said: 'שלום', max: 6, text: 'שלו', dropped: 2 },
    { situation: 'a letter of four bytes does not fit', said: 'a😀b', max: 4, text: 'a', dropped: 5 },
    { situation: 'NUL is a character like others', said: 'a\0b', max: 10, text: 'a\0b', dropped: 0 },
    { situation: 'nothing was said', said: '', max: 5, text: '', dropped: 0 },
  ])('$situation', ({ said, max, text, dropped }) => {
    expect(through([Buffer.from(said)], max)).toMatchObject({ text, dropped })
  })

  test('wherever the pipe cuts what was said, the reader gets the same', () => {
    const said = Buffer.from('אבג😀\r\n\ufeffdef\0')
    for (const max of [3, 9, 100]) {
      const whole = through([said], max)
      const torn = through(
        Array.from(said, (byte) => Buffer.from([byte])),
        max,
      )
      expect(torn.text).toBe(whole.text)
      expect(torn.dropped).toBe(whole.dropped)
    }
  })

  test('bytes that are no text are shown as such, and the reader gets no more than was promised', () => {
    expect(through([Buffer.from([0x61, 0xff, 0xfe, 0x62])], 100).text).toBe('a\ufffd\ufffdb')
    expect(through([Buffer.from([0xd7])], 100).text).toBe('\ufffd')
    const flood = through([Buffer.alloc(1000, 0xff)], 100)
    expect(Buffer.byteLength(flood.text)).toBeLessThanOrEqual(100)
    expect(flood.dropped).toBeGreaterThan(0)
  })

  test('nothing slips in behind what was cut', () => {
    expect(through([Buffer.from('😀'), Buffer.from('a')], 3)).toEqual({ text: '', written: 5, dropped: 5 })
  })
})
