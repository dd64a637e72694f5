import type { Locale } from '#base/messages.ts'
import type { View } from '#ui/components/workspace/head.tsx'
import { Island } from '#ui/island.tsx'
import { island as About } from '../islands/about.tsx'
import { island as Details } from '../islands/details.tsx'
import { island as Reader } from '../islands/reader.tsx'
import type { ViewedFile } from '../view.ts'
import { FileHead } from './file-head.tsx'

type Props = { locale: Locale; file: ViewedFile & { lineCount: number; sizeBytes: number }; current: View }

/** The top of a view without lines: the header, the description and the tags, with the script of the buttons. */
export function FileTop({ locale, file, current }: Props) {
  const { id, version, lineCount, sizeBytes, description, tags } = file
  const outline = { items: [], more: 0 }
  const shown = { version, allLines: lineCount, sizeBytes, outline, isLarge: false, isColoured: false }
  return (
    <>
      <FileHead locale={locale} file={file} shown={shown} current={current} wraps={null} />
      <Island
        name="viewer/about"
        component={About}
        props={{ locale, fileId: id, version, isNewest: true, description, tags }}
      />
      <Island name="viewer/details" component={Details} props={{ locale, fileId: id, newest: version }} />
      <Island name="viewer/reader" component={Reader} props={{ locale, fileId: id, version, isNewest: true }} />
    </>
  )
}
