import { preload } from 'react-dom'
import { useCallback, useEffect, useRef, useState } from 'react'
import { PHOTO_WIDTHS } from '#contract/limits.ts'
import type { Photo as PhotoData } from '#contract/products.ts'
import { useSmallPictures } from './small-pictures.ts'
import { averageColour } from './thumbhash-colour.ts'

interface PhotoProps {
  photo: PhotoData
  alt: string
  /** How wide it is drawn, as in `<img sizes>`. */
  sizes: string
  /** 'first' is the page's main picture, which has a slow line before all others; 'eager' the rest of what is seen at once. */
  priority?: 'first' | 'eager' | 'lazy'
  className?: string
  /** Largest file worth offering; a card needs none beyond 640. */
  maxWidth?: (typeof PHOTO_WIDTHS)[number]
  /** A phone gets the smallest file whatever its screen could show: a page of cards costs a third of the data. */
  thrifty?: boolean
}

const PHONE = '(max-width: 767px)'
/** The only file named there, whatever the screen's density. */
const PHONE_WIDTH = 320
/** Enough for a phone's screen, where data are to be saved. */
const SMALL_WIDTH = 640

/** Files are never enlarged: of a 400 px photo the 640 file is 400 px wide and the largest worth naming. */
function srcSet(photo: PhotoData, format: 'avif' | 'jpg', maxWidth: number) {
  const useful = PHOTO_WIDTHS.filter((width, index) => {
    const previous = PHOTO_WIDTHS[index - 1] ?? 0
    return width <= maxWidth && previous < photo.width
  })
  return useful.map((width) => `${photo.src}-${width}.${format} ${Math.min(width, photo.width)}w`).join(', ')
}

/** For the few browsers without AVIF. Cards name one file: a choice for those costs everybody more than it saves. */
const jpegs = (photo: PhotoData, maxWidth: number, sizes: string) => ({
  src: `${photo.src}-640.jpg`,
  srcSet: srcSet(photo, 'jpg', maxWidth),
  sizes,
})

/** A hash of so many characters is a colour and no more. */
const COLOUR_LENGTH = 4
/** Photos that come at once are not worth the code that guesses at them. */
const SLOW_AFTER_MS = 250

/**
 * Draws the blurred preview behind a picture that takes its time; until then it has its colour. Set by script: the
 * policy forbids style attributes.
 */
function useBlurredPreview(thumbhash: string) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const element = image.current
    if (!element || element.complete || thumbhash.length <= COLOUR_LENGTH) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    async function draw(missing: HTMLImageElement) {
      const { blurredPreview } = await import('./blurred-preview.ts')
      if (!missing.complete) missing.style.backgroundImage = `url(${blurredPreview(thumbhash)})`
    }
    const seen = new IntersectionObserver((entries) => {
      clearTimeout(timer)
      // Without the code the colour stands in.
      if (entries.at(-1)?.isIntersecting)
        timer = setTimeout(() => void draw(element).catch(() => undefined), SLOW_AFTER_MS)
    })
    const end = () => {
      seen.disconnect()
      clearTimeout(timer)
      element.style.removeProperty('background-image')
    }
    seen.observe(element)
    element.addEventListener('load', end, { once: true })
    return () => {
      end()
      element.removeEventListener('load', end)
    }
  }, [thumbhash])
  return image
}

/** Whether the photo could not be had; another address, and a network that is back, are tried anew. */
function useFailed(src: string): [boolean, () => void] {
  const [failed, setFailed] = useState<string>()
  const hasFailed = failed === src
  useEffect(() => {
    if (!hasFailed) return undefined
    const tryAgain = () => setFailed(undefined)
    addEventListener('online', tryAgain)
    return () => removeEventListener('online', tryAgain)
  }, [hasFailed])
  return [hasFailed, useCallback(() => setFailed(src), [src])]
}

function useMaxWidth({ maxWidth = 1280, thrifty }: PhotoProps): number {
  return useSmallPictures() ? Math.min(maxWidth, thrifty ? PHONE_WIDTH : SMALL_WIDTH) : maxWidth
}

/** Requested before the styles and all the rest of the page have come. Wide screens are seldom on slow lines. */
function preloadPhoto({ src }: PhotoData, choice: { imageSrcSet: string; imageSizes: string } | undefined) {
  const shared = { as: 'image', type: 'image/avif', fetchPriority: 'high' } as const
  if (choice) preload(`${src}-640.avif`, { ...shared, ...choice })
  else preload(`${src}-${PHONE_WIDTH}.avif`, { ...shared, media: PHONE })
}

/** A photo in the sizes and formats that the browser prefers, with its room and colour known before it arrives. */
export function Photo(props: PhotoProps) {
  const { photo, alt, sizes, priority = 'lazy', className = '', thrifty = false } = props
  const maxWidth = useMaxWidth(props)
  const [hasFailed, fail] = useFailed(photo.src)
  const image = useBlurredPreview(photo.thumbhash)
  const avif = srcSet(photo, 'avif', maxWidth)
  useEffect(() => {
    // A picture that failed before this page was taken over fires no event any more.
    const element = image.current
    if (element?.complete && element.naturalWidth === 0 && element.currentSrc) fail()
  }, [image, fail])

  if (hasFailed) return <PhotoUnavailable className={className} />
  if (priority === 'first')
    preloadPhoto(photo, thrifty ? undefined : { imageSrcSet: avif, imageSizes: sizes })
  return (
    <picture>
      {thrifty && <source media={PHONE} type="image/avif" srcSet={`${photo.src}-${PHONE_WIDTH}.avif`} />}
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <img
        ref={image}
        {...(thrifty ? { src: `${photo.src}-${PHONE_WIDTH}.jpg` } : jpegs(photo, maxWidth, sizes))}
        width={photo.width}
        height={photo.height}
        alt={alt}
        loading={priority === 'lazy' ? 'lazy' : 'eager'}
        fetchPriority={priority === 'first' ? 'high' : 'low'}
        decoding="async"
        data-colour={averageColour(photo.thumbhash)}
        className={`photo ${className}`}
        onError={fail}
      />
    </picture>
  )
}

export function PhotoUnavailable({ className = '' }: { className?: string }) {
  return (
    <span
      className={`photo flex items-center justify-center p-1 text-center text-xs text-muted ${className}`}
    >
      Image unavailable
    </span>
  )
}
