// Made by `npm run pictures`; do not edit.

/** `<page>-<language>-<light or dark>` → where the picture lies. */
export const PICTURE_FILES: Readonly<Record<string, string>> = {
  'notes-he-light': '/assets/notes-he-light.5b74e113.webp',
  'files-he-light': '/assets/files-he-light.01b44504.webp',
  'file-he-light': '/assets/file-he-light.437ff036.webp',
  'dashboard-he-light': '/assets/dashboard-he-light.21c552a5.webp',
  'notes-he-dark': '/assets/notes-he-dark.d43ebe0c.webp',
  'files-he-dark': '/assets/files-he-dark.23f9439f.webp',
  'file-he-dark': '/assets/file-he-dark.f81ef2da.webp',
  'dashboard-he-dark': '/assets/dashboard-he-dark.ba89a247.webp',
  'notes-en-light': '/assets/notes-en-light.352ad9a3.webp',
  'files-en-light': '/assets/files-en-light.269b5218.webp',
  'file-en-light': '/assets/file-en-light.16b7c0c7.webp',
  'dashboard-en-light': '/assets/dashboard-en-light.560e0afa.webp',
  'notes-en-dark': '/assets/notes-en-dark.f4e7a1ab.webp',
  'files-en-dark': '/assets/files-en-dark.9efad0de.webp',
  'file-en-dark': '/assets/file-en-dark.0e569b6b.webp',
  'dashboard-en-dark': '/assets/dashboard-en-dark.e94f435a.webp',
}
