import { isolated } from '#contract/isolated.ts'
import { LISTING_PHOTOS_MAX } from '#contract/limits.ts'
import type { ProblemCode } from '#contract/problem.ts'

/** One save every six seconds; the form saves only after a pause in typing. */
export const SAVES_PER_HOUR = { attempts: 600, seconds: 60 * 60 }
/** Edits are limited because each one makes every process drop its cached pages. */
export const PUBLIC_EDITS_PER_HOUR = { attempts: 120, seconds: 60 * 60 }
export const DRAFTS_MAX = 100

interface Edited {
  status: string
  version: number
}

interface Edit {
  /** The state that the editor believes the listing to have. */
  of: 'draft' | 'published'
  version: number
  /** True if the listing already has these texts, for example after a lost reply. */
  isUnchanged: boolean
}

export function editRefusal(product: Edited, edit: Edit): ProblemCode | undefined {
  const isDraft = product.status === 'draft'
  if (isDraft && edit.of === 'published') return 'not-published'
  if (!isDraft && edit.of === 'draft') return 'already-published'
  if (product.version !== edit.version && !edit.isUnchanged) return 'edited-elsewhere'
  return undefined
}

export function photoRefusal(photos: number): ProblemCode | undefined {
  if (photos === 0) return 'image-required'
  return photos > LISTING_PHOTOS_MAX ? 'too-many-images' : undefined
}

export type PublicStatus = 'available' | 'reserved' | 'sold'

export interface StatusChange {
  /** The version that its seller saw. */
  version: number
  status: PublicStatus
  /** Undefined leaves the buyer unchanged; null is nobody on this site. */
  buyerId?: string | null | undefined
}

/** The buyer after a change of status; null if it is available again. */
export function buyerAfter(
  buyerNow: string | null,
  { status, buyerId }: Omit<StatusChange, 'version'>,
): string | null {
  if (status === 'available') return null
  return buyerId === undefined ? buyerNow : buyerId
}

export const soldText = (title: string): string => `"${isolated(title)}" is marked as sold`

/** The notification to the buyer. */
export const buyerText = (title: string, status: PublicStatus): string =>
  status === 'sold'
    ? `"${isolated(title)}" was sold to you. How was it? You can write a review.`
    : `"${isolated(title)}" is reserved for you`
