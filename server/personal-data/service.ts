import { accountDeletion } from './deletion.ts'
import { buildExports } from './export-builder.ts'
import { dataExports } from './exports.ts'
import type { PersonalDataParts } from './personal-data-parts.ts'
import { fileRemoval } from './removal.ts'

export type PersonalDataService = ReturnType<typeof personalDataService>

/** What a person may have of what is held about them: a copy of it, and its end. */
export function personalDataService(parts: PersonalDataParts) {
  const removal = fileRemoval(parts)
  buildExports(parts, removal)
  return { ...dataExports(parts), deleteAccount: accountDeletion(parts, removal) }
}
