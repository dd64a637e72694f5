import { messages } from '#base/messages.ts'

/** Texts of folders; only the server renders them. */
export const folderMessages = messages({
  he: {
    folders: 'תיקיות',
    allFiles: 'כל הקבצים',
    moreFolders: 'יש עוד תיקיות. אפשר למצוא אותן עם \u2066folder:\u2069 בשורת החיפוש.',
    downloadFolder: 'הורדת התיקייה',
    shareFolder: 'שיתוף התיקייה',
    move: 'העברה לתיקייה',
    moveTitle: 'העברה לתיקייה',
    moveLabel: 'תיקייה, למשל \u2066src/lib\u2069',
    moveHint: 'שדה ריק מוציא את הקבצים מכל תיקייה.',
    moveApply: 'העברה',
    inFolder: (folder: string) => `בתיקייה \u2068${folder}\u2069`,
  },
  en: {
    folders: 'Folders',
    allFiles: 'All files',
    moreFolders: 'There are more folders. Find them with folder: in the search box.',
    downloadFolder: 'Download folder',
    shareFolder: 'Share folder',
    move: 'Move to folder',
    moveTitle: 'Move to folder',
    moveLabel: 'Folder, for example src/lib',
    moveHint: 'An empty field moves the files out of every folder.',
    moveApply: 'Move',
    inFolder: (folder) => `in folder \u2068${folder}\u2069`,
  },
})
