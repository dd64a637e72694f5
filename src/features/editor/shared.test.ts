import { expect, it } from 'vitest'
import { fromShared, type Shared } from './shared.ts'

const shared = (rest: Partial<Shared>): Shared => ({ title: '', text: '', url: '', files: [], ...rest })
const isFileName = (name: string) => name !== '' && !name.includes(':')
const file = { name: 'a.py', text: 'x = 1', isCut: false }

it.each([
  ['words', shared({ text: 'hello', title: 'From a page' }), { content: 'hello', description: 'From a page' }, null],
  ['an address', shared({ url: 'https://example.org/a' }), { content: 'https://example.org/a\n' }, null],
  ['both', shared({ text: 'look', url: 'https://e.org' }), { content: 'look\nhttps://e.org\n' }, null],
  [
    'an address twice',
    shared({ text: 'see https://e.org', url: 'https://e.org' }),
    { content: 'see https://e.org' },
    null,
  ],
  ['a file', shared({ files: [file] }), { fileName: 'a.py', content: 'x = 1' }, null],
  ['a path', shared({ files: [{ ...file, name: 'src/a.py' }] }), { fileName: 'a.py' }, null],
  ['a name that is none', shared({ files: [{ ...file, name: 'a:b' }] }), { fileName: '', content: 'x = 1' }, null],
  ['several files', shared({ files: [file, file] }), { fileName: 'a.py' }, 'several'],
  ['no text', shared({ files: [{ ...file, text: null }] }), { content: '' }, 'binary'],
  ['too long', shared({ files: [{ ...file, text: null, isCut: true }] }), { content: '' }, 'too_large'],
])('%s fills the form of a new file', (_, what, fields, trouble) => {
  expect(fromShared(what, isFileName)).toMatchObject({ fields, trouble })
})
