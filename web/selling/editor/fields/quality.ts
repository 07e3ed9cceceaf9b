import { withoutOpenPrompts } from '#contract/selling/description-prompts.ts'
import { LISTING_PHOTOS_MAX } from '#contract/limits.ts'

/** Thresholds of the quality checklist (SPEC 5). */
const TITLE_GOOD = 10
const DESCRIPTION_GOOD = 50
const PHOTOS_GOOD = 3
const PHOTOS_NEEDED = 1

interface Typed {
  title: string
  description: string
  /** Number of photos that are sent or being sent. */
  photos: number
}

export interface QualityCheck {
  key: 'photo' | 'title' | 'description' | 'photos'
  text: string
  isMet: boolean
  isRequired: boolean
}

/** The qualities of a good listing, and the one that is required. */
export function checkQuality({ title, description, photos }: Typed): QualityCheck[] {
  return [
    { key: 'photo', text: 'At least 1 image', isMet: photos >= PHOTOS_NEEDED, isRequired: true },
    {
      key: 'title',
      text: `Title of ${TITLE_GOOD} or more characters`,
      isMet: title.trim().length >= TITLE_GOOD,
      isRequired: false,
    },
    {
      key: 'description',
      text: `Description of ${DESCRIPTION_GOOD} or more characters`,
      isMet: withoutOpenPrompts(description).trim().length >= DESCRIPTION_GOOD,
      isRequired: false,
    },
    {
      key: 'photos',
      text: `${PHOTOS_GOOD} or more images, up to ${LISTING_PHOTOS_MAX}`,
      isMet: photos >= PHOTOS_GOOD,
      isRequired: false,
    },
  ]
}
