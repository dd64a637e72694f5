import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { FileId } from '#base/ids.ts'
import type { Locale } from '#base/messages.ts'
import { Notice } from '#ui/components/notice.tsx'
import { renderedMessages } from '../messages.ts'

/** An image that the browser cannot decode is an empty box, so this shows the reason and a link to the source. */
function Picture({ locale, fileId }: { locale: Locale; fileId: FileId }) {
  const t = renderedMessages(locale)
  const isBroken = useSignal(false)

  useEffect(() => {
    const picture = document.querySelector<HTMLImageElement>('.svg-picture')
    picture?.decode().catch(() => {
      isBroken.value = true
      picture.parentElement?.setAttribute('hidden', '')
    })
  }, [])

  if (!isBroken.value) return null
  return (
    <Notice kind="error" locale={locale}>
      {t.badPicture} <a href={`/file/${fileId}`}>{t.toSource}</a>
    </Notice>
  )
}

export const island = Picture
