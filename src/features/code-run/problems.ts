import { problem } from '#platform/problem.ts'

export const codeTooLong = problem<{ field: 'code'; max: number }>(400, 'code_too_long', {
  he: 'הקוד ארוך מדי להרצה.',
  en: 'The code is too long to run.',
})

export const sandboxUnavailable = problem(503, 'sandbox_unavailable', {
  he: 'אין כרגע איפה להריץ את הקוד. התקלה אצלנו; אפשר לנסות שוב.',
  en: 'There is nowhere to run the code right now. The fault is ours; try again.',
})

export const runInProgress = problem<{ retry_after: number }>(429, 'run_in_progress', {
  he: 'כבר יש הרצה פעילה. אפשר להריץ אחת בכל פעם.',
  en: 'A run is going on already. One at a time.',
})

export const queueFull = problem<{ retry_after: number }>(429, 'run_queue_full', {
  he: 'יש כרגע הרבה הרצות בתור. אפשר לנסות שוב בעוד רגע.',
  en: 'Many runs are waiting in line right now. Try again in a moment.',
})
