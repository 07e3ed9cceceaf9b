import { LISTING_PHOTOS_MAX } from '#contract/limits.ts'
import type { ProblemCode } from '#contract/problem.ts'

/** Far above what typing with a save every few seconds makes. */
export const SAVES_AN_HOUR = { tries: 600, seconds: 60 * 60 }
export const PUBLISHES_A_DAY = { tries: 30, seconds: 24 * 60 * 60 }
/** Each has every process forget its pages. */
export const PUBLIC_EDITS_AN_HOUR = { tries: 120, seconds: 60 * 60 }
export const DRAFTS_MAX = 100

interface Edited {
  status: string
  version: number
}

interface Edit {
  /** What the editor takes the listing for. */
  of: 'draft' | 'published'
  version: number
  /** Nothing would be lost: the listing says already what is being saved, as after an answer that got lost. */
  saysTheSame: boolean
}

export function editRefusal(product: Edited, edit: Edit): ProblemCode | undefined {
  const isDraft = product.status === 'draft'
  if (isDraft && edit.of === 'published') return 'not-published'
  if (!isDraft && edit.of === 'draft') return 'already-published'
  if (product.version !== edit.version && !edit.saysTheSame) return 'edited-elsewhere'
  return undefined
}

export function photoRefusal(photos: number): ProblemCode | undefined {
  if (photos === 0) return 'image-required'
  return photos > LISTING_PHOTOS_MAX ? 'too-many-images' : undefined
}

export type PublicStatus = 'available' | 'reserved' | 'sold'

export interface WantedStatus {
  status: PublicStatus
  /** Undefined leaves it as it is; null is nobody known. */
  buyerId?: string | null | undefined
}

/** Who has it once its status is this: what is available again is nobody's. */
export function buyerAfter(buyerNow: string | null, { status, buyerId }: WantedStatus): string | null {
  if (status === 'available') return null
  return buyerId === undefined ? buyerNow : buyerId
}
