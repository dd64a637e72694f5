import { z } from 'zod'

/** Replies of `GET /api/agent/primer`: plain text, or no content. */
export const PRIMER_REPLIES = { 200: z.string(), 204: z.undefined().describe('The user has written no primer') }
