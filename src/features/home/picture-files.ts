// Made by `npm run pictures`; do not edit.

/** `<page>-<language>-<light or dark>` → where the picture lies. */
export const PICTURE_FILES: Readonly<Record<string, string>> = {
  'notes-he-light': '/assets/notes-he-light.bec182ea.webp',
  'files-he-light': '/assets/files-he-light.bf626d01.webp',
  'file-he-light': '/assets/file-he-light.b894b1fa.webp',
  'dashboard-he-light': '/assets/dashboard-he-light.f34a17e2.webp',
  'notes-he-dark': '/assets/notes-he-dark.b118c240.webp',
  'files-he-dark': '/assets/files-he-dark.411fedb2.webp',
  'file-he-dark': '/assets/file-he-dark.71714914.webp',
  'dashboard-he-dark': '/assets/dashboard-he-dark.1f8c090f.webp',
  'notes-en-light': '/assets/notes-en-light.ac3d7b10.webp',
  'files-en-light': '/assets/files-en-light.2ded4c61.webp',
  'file-en-light': '/assets/file-en-light.ba796a7a.webp',
  'dashboard-en-light': '/assets/dashboard-en-light.6a40d645.webp',
  'notes-en-dark': '/assets/notes-en-dark.9343251d.webp',
  'files-en-dark': '/assets/files-en-dark.850c8b84.webp',
  'file-en-dark': '/assets/file-en-dark.6d1a66f8.webp',
  'dashboard-en-dark': '/assets/dashboard-en-dark.7ab2d4f2.webp',
}
