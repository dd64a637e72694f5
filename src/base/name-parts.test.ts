import { expect, it } from 'vitest'
import { nameParts } from './name-parts.ts'

it.each([
  { name: 'invoice.py', stem: 'invoice', extension: '.py' },
  { name: 'list.db.test.ts', stem: 'list.db', extension: '.test.ts' },
  { name: 'חשבונית-לדוגמה.json', stem: 'חשבונית-לדוגמה', extension: '.json' },
  { name: 'דוח 2024.csv', stem: 'דוח 2024', extension: '.csv' },
  { name: 'report-דוח.py', stem: 'report-דוח', extension: '.py' },
  { name: 'דוח-final.csv', stem: 'דוח-final', extension: '.csv' },
  { name: '.gitignore', stem: '.gitignore', extension: '' },
  { name: 'Makefile', stem: 'Makefile', extension: '' },
  { name: 'v1.2', stem: 'v1.2', extension: '' },
  { name: 'app/lib/a.py', folder: 'app/lib/', stem: 'a', extension: '.py' },
  { name: 'מסמכים/v1.2/.env', folder: 'מסמכים/v1.2/', stem: '.env', extension: '' },
])('nameParts keeps the ending $extension of $name', ({ name, folder = '', stem, extension }) => {
  expect(nameParts(name)).toEqual({ folder, stem, extension })
})
