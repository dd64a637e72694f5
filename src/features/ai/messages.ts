import { messages } from '#base/messages.ts'

/** Notices about why rules answered, by reason. */
export const aiMessages = messages({
  he: {
    not_configured: 'לא הוגדר ספק AI. ההסבר הזה נכתב מראש, לפי כללים.',
    timeout: 'ספק ה־AI לא ענה בזמן. ההסבר הזה נכתב מראש, לפי כללים.',
    unreachable: 'ספק ה־AI לא זמין. ההסבר הזה נכתב מראש, לפי כללים.',
    refused: 'ספק ה־AI דחה את הבקשה. ההסבר הזה נכתב מראש, לפי כללים.',
    too_large: 'ספק ה־AI החזיר תשובה גדולה מדי. ההסבר הזה נכתב מראש, לפי כללים.',
    malformed: 'אי אפשר היה לקרוא את התשובה של ספק ה־AI. ההסבר הזה נכתב מראש, לפי כללים.',
  },
  en: {
    not_configured: 'No AI provider is configured. This explanation was written beforehand, by rules.',
    timeout: 'The AI provider did not answer in time. This explanation was written beforehand, by rules.',
    unreachable: 'The AI provider cannot be reached. This explanation was written beforehand, by rules.',
    refused: 'The AI provider refused. This explanation was written beforehand, by rules.',
    too_large: 'The answer of the AI provider was too large. This explanation was written beforehand, by rules.',
    malformed: 'The answer of the AI provider could not be read. This explanation was written beforehand, by rules.',
  },
})
