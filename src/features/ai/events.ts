import { event } from '#platform/events/event.ts'

/** Rules answered although a provider is configured. The event contains neither the question nor the answer. */
export const aiProviderError = event('warn')<{ provider: string; reason: string; status: number }>(
  'ai_provider_error',
  'ספק ה־AI לא ענה כראוי, וההסבר ניתן לפי כללים',
)
