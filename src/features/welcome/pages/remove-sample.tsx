import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { welcomeMessages } from '../messages.ts'

/** Leads to the file list, which says that the file is in the trash. The page of the file would be a 404. */
export function RemoveSample({ fileId, locale }: { fileId: string; locale: Locale }) {
  return (
    <form method="post" action={`/files/bulk?only=${fileId}`}>
      <input type="hidden" name="action" value="trash" />
      <Button kind="quiet">{welcomeMessages(locale).sampleRemove}</Button>
    </form>
  )
}
