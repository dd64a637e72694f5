import type { Command } from '../command.ts'
import { edit } from './edit.ts'
import { exportLibrary } from './export.ts'
import { get, open } from './get.ts'
import { login } from './login.ts'
import { note, remind } from './notes.ts'
import { put } from './put.ts'
import { rm } from './rm.ts'
import { run } from './run.ts'
import { grep, ls } from './search.ts'
import { share } from './share.ts'
import { versions } from './versions.ts'

/** In the order of the help. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  login: {
    usage: 'login --url URL [--token csk_…]',
    about: 'save an address and a token (without --token: read from input)',
    run: login,
  },
  put: {
    usage: 'put FILE|FOLDER… [--name N] [--lang L] [--tag T]… [--desc D]',
    about: 'save files; the same name, or the same path in a folder, makes the next version',
    run: put,
  },
  get: {
    usage: 'get NAME|ID [--version N] [-o FILE]',
    about: 'print or write a file exactly as it was saved',
    run: get,
  },
  edit: { usage: 'edit NAME|ID', about: 'edit a file with $VISUAL or $EDITOR and save it', run: edit },
  versions: { usage: 'versions NAME|ID', about: 'list the versions of a file, newest first', run: versions },
  rm: { usage: 'rm NAME|ID…', about: 'move files to the trash', run: rm },
  share: {
    usage: 'share NAME|ID… [--lines 8-17] [--days N | --permanent] [--hide 3,7-9] [--with-secrets]',
    about: 'create a public link to the current versions and print it',
    run: share,
  },
  ls: { usage: 'ls [TEXT] [--lang L] [--tag T] [--limit N]', about: 'list files, newest first', run: ls },
  grep: { usage: 'grep TEXT [--lang L]', about: 'matching lines of the whole library', run: grep },
  note: {
    usage: 'note NAME|ID [--line 14[-26]] [--tag TAG]… [TEXT|-]',
    about: 'add a note to a file, or list its notes',
    run: note,
  },
  remind: {
    usage: 'remind NOTE_ID WHEN | --at 2026-12-01T09:00',
    about: 'set a reminder: tomorrow 9, fri 14:30, every monday 9, מחר ב-9',
    run: remind,
  },
  run: { usage: 'run FILE.py|-', about: 'run Python in the sandbox', run },
  export: { usage: 'export FILE.zip|-', about: 'download the whole library as a zip', run: exportLibrary },
  open: { usage: 'open NAME|ID', about: 'open a file in the browser', run: open },
}
