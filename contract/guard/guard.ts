import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'

export const guardContract = {
  reportFalseAlarm: endpoint({
    method: 'POST',
    path: '/api/messages/:id/false-alarm',
    access: 'participant',
    summary: 'The reader of a warned message says that it was no trick; counted once.',
    params: z.object({ id: z.uuid('Not a message id') }),
    reply: z.object({}),
  }),
}
