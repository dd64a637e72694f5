// Made by `npm run pictures`; do not edit.

/** `<page>-<language>-<light or dark>` → where the picture lies. */
export const PICTURE_FILES: Readonly<Record<string, string>> = {
  'notes-he-light': '/assets/notes-he-light.18dacae8.webp',
  'files-he-light': '/assets/files-he-light.bbb6b3ef.webp',
  'file-he-light': '/assets/file-he-light.4cb02fc0.webp',
  'dashboard-he-light': '/assets/dashboard-he-light.0cff537e.webp',
  'notes-he-dark': '/assets/notes-he-dark.7d9e78db.webp',
  'files-he-dark': '/assets/files-he-dark.d60df3a7.webp',
  'file-he-dark': '/assets/file-he-dark.addc4d7c.webp',
  'dashboard-he-dark': '/assets/dashboard-he-dark.92b561af.webp',
  'notes-en-light': '/assets/notes-en-light.96ba9404.webp',
  'files-en-light': '/assets/files-en-light.3cfba445.webp',
  'file-en-light': '/assets/file-en-light.1aea2788.webp',
  'dashboard-en-light': '/assets/dashboard-en-light.4b76918b.webp',
  'notes-en-dark': '/assets/notes-en-dark.4666d510.webp',
  'files-en-dark': '/assets/files-en-dark.cfb54814.webp',
  'file-en-dark': '/assets/file-en-dark.24f0baf6.webp',
  'dashboard-en-dark': '/assets/dashboard-en-dark.527d6881.webp',
}
