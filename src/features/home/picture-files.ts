// Made by `npm run pictures`; do not edit.

/** `<page>-<language>-<light or dark>` → where the picture lies. */
export const PICTURE_FILES: Readonly<Record<string, string>> = {
  'files-he-light': '/assets/files-he-light.bc6015d6.webp',
  'file-he-light': '/assets/file-he-light.a0774e9b.webp',
  'dashboard-he-light': '/assets/dashboard-he-light.fdd03d9a.webp',
  'files-he-dark': '/assets/files-he-dark.43104fac.webp',
  'file-he-dark': '/assets/file-he-dark.4d0b6e35.webp',
  'dashboard-he-dark': '/assets/dashboard-he-dark.803c25b2.webp',
  'files-en-light': '/assets/files-en-light.3a306aa4.webp',
  'file-en-light': '/assets/file-en-light.48d70ca4.webp',
  'dashboard-en-light': '/assets/dashboard-en-light.4c36c9af.webp',
  'files-en-dark': '/assets/files-en-dark.49df45c2.webp',
  'file-en-dark': '/assets/file-en-dark.0f9d6e61.webp',
  'dashboard-en-dark': '/assets/dashboard-en-dark.be7aeea2.webp',
}
