import type { Id } from '#base/ids.ts'

export type AnnouncementId = Id<'announcement'>

export const MAX_TEXT_CHARS = 280
export const MAX_LINK_CHARS = 200

export type Announcement = {
  id: AnnouncementId
  text: string
  /** A path of this site. */
  link: string | null
  isActive: boolean
  createdAt: Date
  activatedAt: Date | null
  endedAt: Date | null
}
