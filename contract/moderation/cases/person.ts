import * as z from 'zod/mini'

export const Person = z.object({ id: z.string(), name: z.string() })
