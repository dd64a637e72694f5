import { event } from '#platform/events/event.ts'

/** Somebody was answered by rules although a provider is configured. Neither the question nor the answer is told. */
export const aiProviderError = event('warn')<{ provider: string; reason: string; status: number }>(
  'ai_provider_error',
  'ספק ה־AI לא ענה כראוי, וההסבר ניתן לפי כללים',
)
