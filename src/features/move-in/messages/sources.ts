import { messages } from '#base/messages.ts'

/** The programs and formats by their names. */
export const sourceNames = messages({
  he: {
    gists: 'GitHub Gists',
    vscode: 'קטעי קוד של VS Code',
    masscode: 'massCode',
    snippetslab: 'SnippetsLab',
    raycast: 'Raycast',
    bytestash: 'ByteStash',
    markdown: 'Obsidian או תיקיית Markdown',
    opengist: 'Opengist (מאגרי git)',
    folder: 'תיקייה כלשהי',
    paste: 'טקסט מודבק',
  },
  en: {
    gists: 'GitHub gists',
    vscode: 'VS Code snippets',
    masscode: 'massCode',
    snippetslab: 'SnippetsLab',
    raycast: 'Raycast',
    bytestash: 'ByteStash',
    markdown: 'Obsidian or a Markdown folder',
    opengist: 'Opengist (git repositories)',
    folder: 'Any folder',
    paste: 'Pasted text',
  },
})

/** What to bring from each. */
export const sourceHints = messages({
  he: {
    gists: 'אסימון של GitHub למטה, או קובץ JSON שה־API של GitHub נתן.',
    vscode: 'הקבצים מתיקיית snippets של VS Code: javascript.json וכדומה, או ‎.code-snippets.',
    masscode: 'קובץ db.json, קובץ massCode.db, או zip של תיקיית ה־vault.',
    snippetslab: 'קובץ ה־JSON מ־Library > Export.',
    raycast: 'קובץ ה־JSON מהפקודה Export Snippets.',
    bytestash: 'קובץ ה־JSON מ־Settings > Export.',
    markdown: 'קובץ zip של הכספת, או התיקייה עצמה. תגיות נקראות מראש המסמך.',
    opengist: 'קובץ zip או tar.gz של תיקיית repos, או JSON של Gist אחד.',
    folder: 'קובץ zip או tar.gz, או התיקייה עצמה.',
    paste: 'כל בלוק קוד בין סימני ``` נעשה קובץ.',
  },
  en: {
    gists: 'A GitHub token below, or a JSON file from the API of GitHub.',
    vscode: 'The files of the snippets folder of VS Code: javascript.json and the like, or .code-snippets.',
    masscode: 'db.json, massCode.db, or a zip of the vault folder.',
    snippetslab: 'The JSON file of Library > Export.',
    raycast: 'The JSON file of the command Export Snippets.',
    bytestash: 'The JSON file of Settings > Export.',
    markdown: 'A zip of the vault, or the folder itself. Tags are read from the front matter.',
    opengist: 'A zip or tar.gz of the folder repos, or the JSON of one gist.',
    folder: 'A zip or tar.gz, or the folder itself.',
    paste: 'Each code block between ``` becomes a file.',
  },
})
