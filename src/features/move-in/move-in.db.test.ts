import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import {
  fixture,
  fixtureFolder,
  massCodeDatabase,
  opengistRepositories,
  sendMove,
  tarOfFixtures,
  type Upload,
  zipOfFixtures,
} from '../../../test/move-in-kit.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  dana = await app.user('Dana')
})

type Fields = Record<string, string>
const preview = async (files: Upload[], fields: Fields = {}) =>
  replyOf(await sendMove(dana, '/api/move-in/preview', files, fields))
const move = async (files: Upload[], fields: Fields = {}) =>
  replyOf(await sendMove(dana, '/api/move-in', files, fields))

/** Every file of the library, with what a move must bring over. */
async function library() {
  const { items } = replyOf(await dana.get('/api/files?sort=created_at_asc'))
  const files = await Promise.all(items.map(({ id }) => dana.readFile(id)))
  return new Map(files.map(({ file_name: name, ...file }) => [name, file]))
}

const asText = async (upload: Promise<Upload>): Promise<string> => Buffer.from((await upload).content).toString('utf8')

type Expected = { language: string; tags?: string[]; description?: string; content?: string }
const cases: {
  what: string
  source: string
  upload: () => Promise<Upload[]>
  files: Record<string, Expected>
  skipped: [path: string, reason: string][]
}[] = [
  {
    what: 'GitHub gists from JSON',
    source: 'gists',
    upload: async () => [await fixture('gists.json')],
    files: {
      'backup.sh': { language: 'Shell', description: 'גיבוי לילי · nightly backup' },
      crontab: { language: 'crontab' },
      'query.sql': { language: 'SQL', content: 'select 1;\n' },
    },
    skipped: [['gists.json/bb6b426e72bf0549c29e/huge.log', 'truncated']],
  },
  {
    what: 'snippets of VS Code, with comments and trailing commas',
    source: 'vscode',
    upload: async () => [await fixture('vscode/javascript.json'), await fixture('vscode/team.code-snippets')],
    files: {
      'Print to console.js': {
        language: 'JavaScript',
        tags: ['log'],
        description: 'Log output to console',
        content: "console.log('$1');\n$2",
      },
      'Fetch JSON - with care.js': { language: 'JavaScript', tags: ['fetchj', 'get-json'] },
      'For loop.py': {
        language: 'Python',
        tags: ['for'],
        description: 'לולאה',
        content: 'for ${1:x} in ${2:xs}:\n\t$0',
      },
      'Query.sql': { language: 'SQL', tags: ['sel'] },
    },
    skipped: [['javascript.json/Broken', 'unknown_format']],
  },
  {
    what: 'massCode 3 (db.json)',
    source: 'masscode',
    upload: async () => [await fixture('masscode-db.json')],
    files: {
      'Debounce.js': { language: 'JavaScript', tags: ['ui', 'Web', 'Forms'], description: 'ממתין עד שמפסיקים להקליד' },
      Dockerfile: { language: 'Dockerfile', description: 'Server' },
      'Server - start.sh': { language: 'Shell', content: 'node main.js\n' },
    },
    skipped: [
      ['masscode-db.json/Old', 'in_trash'],
      ['masscode-db.json/Empty', 'empty'],
    ],
  },
  {
    what: 'massCode 4 (massCode.db)',
    source: 'masscode',
    upload: async () => [await massCodeDatabase()],
    files: { 'Top ten.sql': { language: 'SQL', tags: ['דוחות', 'Data', 'Reports'], description: 'By size' } },
    skipped: [['massCode.db/Thrown away', 'in_trash']],
  },
  {
    what: 'massCode 5 (zip of the vault)',
    source: 'masscode',
    upload: async () => [await zipOfFixtures('masscode-vault')],
    files: {
      'Free space - 1.sh': {
        language: 'Shell',
        tags: ['disk', 'כלים', 'Shell', 'Disk'],
        description: 'How much is left,\nper disk',
        content: 'df -h',
      },
      'notes.md': { language: 'Markdown', content: 'Run it as\n\n```sh\ndf -h\n```' },
      'Hello.py': { language: 'Python', tags: [], content: 'print("שלום")' },
      'Ideas.md': { language: 'Markdown', content: '# Ideas\n\nWrite more.\n' },
    },
    skipped: [
      ['code/.masscode/state.json', 'settings'],
      ['code/.masscode/trash/Gone.md', 'in_trash'],
      ['code/Shell/.meta.yaml', 'settings'],
      ['http/Ping.md', 'other_space'],
    ],
  },
  {
    what: 'SnippetsLab',
    source: 'snippetslab',
    upload: async () => [await fixture('snippetslab.json')],
    files: {
      'counter.js': {
        language: 'JavaScript',
        tags: ['vue', 'רכיבים', 'Frontend', 'Vue'],
        description: 'Counter\n\nHow to use it',
      },
      'Counter - 2.md': { language: 'Markdown', description: 'How to use it' },
      'List all files.sh': { language: 'Shell', content: 'ls -la\n' },
    },
    skipped: [
      ['snippetslab.json/Frontend/Vue/Counter', 'attachment'],
      ['snippetslab.json/Nothing yet', 'empty'],
    ],
  },
  {
    what: 'Raycast',
    source: 'raycast',
    upload: async () => [await fixture('raycast.json')],
    files: {
      'Commit.txt': { language: 'Text', tags: ['!gc'], content: 'git commit -m "{cursor}"' },
      'חתימה.txt': { language: 'Text', content: 'בברכה,\nדנה' },
      'Script.py': { language: 'Python', tags: [';py'] },
    },
    skipped: [['raycast.json/4', 'unknown_format']],
  },
  {
    what: 'ByteStash',
    source: 'bytestash',
    upload: async () => [await fixture('bytestash.json')],
    files: {
      'docker-compose.yml': {
        language: 'YAML',
        tags: ['docker', 'db'],
        description: 'Compose for Postgres\n\nFor development only',
      },
      'Sum.cs': { language: 'C#', content: 'Console.WriteLine(1 + 1);\n' },
    },
    skipped: [],
  },
  {
    what: 'a vault of Obsidian, as a zip',
    source: 'markdown',
    upload: async () => [await zipOfFixtures('obsidian')],
    files: {
      'Shelf.md': { language: 'Markdown', tags: ['project/shelf', 'dev', '2026'] },
      '2026-11-16.md': {
        language: 'Markdown',
        tags: ['daily', 'log'],
        content: '---\r\ntags: daily, log\r\n---\r\nיומן\r\n',
      },
      'Plain note.md': { language: 'Markdown', tags: [] },
      'Map.canvas': { language: 'JSON' },
    },
    skipped: [['.obsidian/', 'settings']],
  },
  {
    what: 'a gist of Opengist as JSON',
    source: 'opengist',
    upload: async () => [await fixture('opengist.json')],
    files: {
      'hello.md': { language: 'Markdown', description: 'Small things' },
      'a.go': { language: 'Go', description: 'hello.md\n\nSmall things' },
    },
    skipped: [],
  },
  {
    what: 'repositories of Opengist, as a tar',
    source: 'opengist',
    upload: async () => [await opengistRepositories()],
    files: {
      'hello.py': { language: 'Python', content: 'print("second")\n' },
      'קובץ.md': { language: 'Markdown', content: '# שלום\n' },
      'main.go': { language: 'Go' },
    },
    skipped: [],
  },
]

describe('each source', () => {
  test.each(cases)('$what comes over', async ({ source, upload, files, skipped }) => {
    const uploads = await upload()
    const shown = await preview(uploads)
    expect(await library()).toEqual(new Map())
    expect(shown.source).toBe(source)
    expect(shown.files.map((file) => file.file_name).toSorted()).toEqual(Object.keys(files).toSorted())
    expect(shown.skipped.map(({ path, reason }) => [path, reason])).toEqual(skipped)
    expect(shown.skipped.every(({ message }) => /\S/.test(message))).toBe(true)

    const moved = await move(uploads)
    expect(moved).toMatchObject({ source, saved: Object.keys(files).length, updated: 0, failed: 0, stopped: null })
    const stored = await library()
    for (const [name, expected] of Object.entries(files)) expect(stored.get(name)).toMatchObject(expected)
    for (const { file_name: name, language, tags, description } of shown.files)
      expect(stored.get(name)).toMatchObject({ language, tags, description })

    // The same upload again finds everything, and says so before and after.
    expect((await preview(uploads)).files.every(({ outcome }) => outcome === 'unchanged')).toBe(true)
    expect(await move(uploads)).toMatchObject({ move_id: null, saved: 0, unchanged: Object.keys(files).length })
  })

  test('a tar.gz of a folder comes over as it is when the source is chosen by hand', async () => {
    const upload = await tarOfFixtures('vscode')
    const shown = await preview([upload], { source: 'folder' })
    expect(shown).toMatchObject({ source: 'folder', files: [{}, {}] })
    await move([upload], { source: 'folder' })
    const stored = await library()
    expect(stored.get('javascript.json')?.content).toBe(await asText(fixture('vscode/javascript.json')))
    // Without a choice the archive is recognised by its file names.
    expect((await preview([upload])).source).toBe('vscode')
  })

  test('a chosen folder comes over like an archive of it', async () => {
    const files = (await fixtureFolder('obsidian')).map(({ name, content }) => ({
      name: `vault/${name}`,
      content: new Uint8Array(content),
    }))
    expect(await preview(files)).toMatchObject({
      source: 'markdown',
      skipped: [{ path: 'vault/.obsidian/', reason: 'settings' }],
    })
  })

  test('pasted blocks become files with the names that stand beside them', async () => {
    const text = await asText(fixture('paste.md'))
    const shown = await preview([], { text })
    expect(shown).toMatchObject({ source: 'paste', skipped: [] })
    expect(shown.files.map((file) => [file.file_name, file.language])).toEqual([
      ['sum.js', 'JavaScript'],
      ['main.py', 'Python'],
      ['snippet 3.sh', 'Shell'],
      ['snippet 4.txt', 'Text'],
    ])
    await move([], { text })
    expect((await library()).get('main.py')?.content).toBe('print("שלום")\n')
    expect(await preview([], { text: 'no blocks' })).toMatchObject({ files: [], skipped: [{ reason: 'no_blocks' }] })
  })
})

describe('names and dates', () => {
  test('a taken name gets a number, and the preview shows the same name as the move', async () => {
    await dana.saveFile('query.sql', 'mine')
    const upload = [await fixture('gists.json')]
    const shown = await preview(upload)
    expect(shown.files.at(-1)).toMatchObject({ file_name: 'query (2).sql', taken_name: 'query.sql' })
    const moved = await move(upload)
    expect(moved.files.map((file) => 'file_name' in file && file.file_name)).toEqual(
      shown.files.map((file) => file.file_name),
    )
    expect((await library()).get('query.sql')?.content).toBe('mine')
  })

  test('dates of the other program are kept', async () => {
    await move([await fixture('masscode-db.json')])
    const stored = (await library()).get('Debounce.js')
    expect(stored).toMatchObject({
      created_at: '2022-04-15T05:20:00.000+00:00',
      updated_at: '2022-08-08T23:06:40.000+00:00',
    })
  })

  test('what had to change is listed', async () => {
    const many = Array.from({ length: 25 }, (_, i) => `tag${i}`)
    const snippet = {
      id: 1,
      title: 'a/b',
      description: 'ד'.repeat(2_500),
      categories: many,
      fragments: [{ file_name: '', code: 'x', language: 'python', position: 0 }],
    }
    const content = JSON.stringify({ version: '1.0', snippets: [snippet] })
    const shown = await preview([{ name: 'b.json', content }])
    expect(shown.files).toMatchObject([{ file_name: 'a-b.py', adjusted: ['name', 'tags', 'description'] }])
    expect(await move([{ name: 'b.json', content }])).toMatchObject({ saved: 1, failed: 0 })
  })

  test('a changed source becomes the next version of the same file', async () => {
    const gist = (text: string) => [
      {
        name: 'a.json',
        content: JSON.stringify({
          id: 'x',
          html_url: 'https://gist.github.com/x',
          files: { 'a.py': { content: text } },
        }),
      },
    ]
    await move(gist('one'))
    expect((await preview(gist('two'))).files).toMatchObject([{ file_name: 'a.py', outcome: 'update' }])
    expect(await move(gist('two'))).toMatchObject({ saved: 0, updated: 1 })
    expect((await library()).get('a.py')).toMatchObject({ version: 2, content: 'two' })
  })
})
