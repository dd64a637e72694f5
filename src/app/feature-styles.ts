/**
 * Features whose elements can appear on every page; the others are in `ui/sheets.ts`. A separate module: Vite puts the matches of a glob
 * before every import of its module, which would reverse the layers.
 */
import.meta.glob('../features/{auth,push,reminders,shell,welcome}/styles.css', { eager: true })
