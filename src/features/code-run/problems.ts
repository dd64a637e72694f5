import { problem } from '#platform/problem.ts'

export const codeTooLong = problem<{ field: 'code'; max: number }>(400, 'code_too_long', {
  he: 'הקוד ארוך מדי להרצה.',
  en: 'The code is too long to run.',
})

export const sandboxUnavailable = problem(503, 'sandbox_unavailable', {
  he: 'אין כרגע איפה להריץ את הקוד. התקלה אצלנו; אפשר לנסות שוב.',
  en: 'No server is available to run code right now. Try again.',
})

export const runInProgress = problem<{ retry_after: number }>(429, 'run_in_progress', {
  he: 'כבר יש הרצה פעילה. אפשר להריץ אחת בכל פעם.',
  en: 'A run is already in progress. Only one run at a time is allowed.',
})

export const queueFull = problem<{ retry_after: number }>(429, 'run_queue_full', {
  he: 'יש כרגע הרבה הרצות בתור. אפשר לנסות שוב בעוד רגע.',
  en: 'The queue of runs is full. Try again in a moment.',
})
