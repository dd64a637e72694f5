// Made by `npm run pictures`; do not edit.

/** `<page>-<language>-<light or dark>` → where the picture lies. */
export const PICTURE_FILES: Readonly<Record<string, string>> = {
  'notes-he-light': '/assets/notes-he-light.2d7955f6.webp',
  'files-he-light': '/assets/files-he-light.37e5321b.webp',
  'file-he-light': '/assets/file-he-light.a13be0f1.webp',
  'dashboard-he-light': '/assets/dashboard-he-light.2fd00065.webp',
  'notes-he-dark': '/assets/notes-he-dark.916e70b1.webp',
  'files-he-dark': '/assets/files-he-dark.9324fdb1.webp',
  'file-he-dark': '/assets/file-he-dark.de115821.webp',
  'dashboard-he-dark': '/assets/dashboard-he-dark.6fd81da4.webp',
  'notes-en-light': '/assets/notes-en-light.5d1b0ffb.webp',
  'files-en-light': '/assets/files-en-light.8badaace.webp',
  'file-en-light': '/assets/file-en-light.ba796a7a.webp',
  'dashboard-en-light': '/assets/dashboard-en-light.5b091726.webp',
  'notes-en-dark': '/assets/notes-en-dark.15ba94ae.webp',
  'files-en-dark': '/assets/files-en-dark.3e01c0ad.webp',
  'file-en-dark': '/assets/file-en-dark.6d1a66f8.webp',
  'dashboard-en-dark': '/assets/dashboard-en-dark.e8778c16.webp',
}
