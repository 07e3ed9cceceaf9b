import { thumbHashToDataURL } from 'thumbhash'
import { bytesOfThumbhash } from './thumbhash-colour.ts'

/** A few pixels in which the photo can be guessed, as a data URL. */
export const blurredPreview = (thumbhash: string): string => thumbHashToDataURL(bytesOfThumbhash(thumbhash))
