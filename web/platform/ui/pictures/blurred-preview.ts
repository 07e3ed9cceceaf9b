import { thumbHashToDataURL } from 'thumbhash'
import { bytesOfThumbhash } from './thumbhash-colour.ts'

/** A data URL of a few pixels that hint at the photo. */
export const blurredPreview = (thumbhash: string): string => thumbHashToDataURL(bytesOfThumbhash(thumbhash))
