import * as z from 'zod/mini'
import { plainWords } from './search-filters.ts'

/** Words to look for, as people paste them: what no database takes of them is left out. */
export const searchWords = (most: number) => z.string().check(z.overwrite(plainWords), z.maxLength(most))
