import type { Locale } from '#base/messages.ts'
import { Island } from '#ui/island.tsx'
import { island as About } from '../islands/about.tsx'
import { island as Details } from '../islands/details.tsx'
import { island as Reader } from '../islands/reader.tsx'
import type { ViewedFile } from '../view.ts'
import { FileHead } from './file-head.tsx'

type Props = { locale: Locale; file: ViewedFile & { lineCount: number; sizeBytes: number } }

/** The header, the description and the tags of a rendered file, with the script of its buttons. */
export function RenderedFileHead({ locale, file }: Props) {
  const { id, version, lineCount, sizeBytes, description, tags } = file
  const outline = { items: [], more: 0 }
  const shown = { version, allLines: lineCount, sizeBytes, outline, isLarge: false, isColoured: false }
  return (
    <>
      <FileHead locale={locale} file={file} shown={shown} wraps={null} />
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
