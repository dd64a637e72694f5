import { renderToString } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import { NoteBody } from './note-body.tsx'

test('NoteBody gives an item without letters the direction of the note', () => {
  const html = renderToString(<NoteBody content={'לבדוק בינואר\n\n- [x] 2025: 18%\n- [ ] check\n\n18%'} />)
  const directions = ['auto', 'rtl', 'ltr', 'auto', 'rtl', 'ltr']
  expect(html.match(/dir="\w+"/g)).toEqual(directions.map((dir) => `dir="${dir}"`))
})
