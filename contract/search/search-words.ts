import * as z from 'zod/mini'
import { plainWords } from './search-filters.ts'

/** Search words as people paste them, without characters that no database accepts. */
export const searchWords = (most: number) => z.string().check(z.overwrite(plainWords), z.maxLength(most))
