import { preload } from 'react-dom'
import { useCallback, useEffect, useRef, useState } from 'react'
import { PHOTO_WIDTHS } from '#contract/limits.ts'
import type { Photo as PhotoData } from '#contract/products.ts'
import { useSmallPictures } from './small-pictures.ts'
import { averageColour } from './thumbhash-colour.ts'

interface PhotoProps {
  photo: PhotoData
  alt: string
  /** Rendered width, as in `<img sizes>`. */
  sizes: string
  /**
   * 'first' is the page's main picture, which a slow connection loads before all others; 'eager' is for the
   * other pictures in the first view.
   */
  priority?: 'first' | 'eager' | 'lazy'
  className?: string
  /** Widest file to offer; a card needs none beyond 640. */
  maxWidth?: (typeof PHOTO_WIDTHS)[number]
  /**
   * Phones get the smallest file, whatever their screen could show: a page of cards then costs a third of the
   * data.
   */
  thrifty?: boolean
  /** True for a picture that repeats another one: nothing says that it failed to load. */
  isDecoration?: boolean
}

const PHONE = '(max-width: 767px)'
/** Width of the only file offered to phones, whatever the screen's density. */
const PHONE_WIDTH = 320
/** Wide enough for a phone's screen while the data saver is on. */
const SMALL_WIDTH = 640

/** Files are never enlarged: the 640 file of a 400 px photo is 400 px wide and the largest worth naming. */
function srcSet(photo: PhotoData, format: 'avif' | 'jpg', maxWidth: number) {
  const useful = PHOTO_WIDTHS.filter((width, index) => {
    const previous = PHOTO_WIDTHS[index - 1] ?? 0
    return width <= maxWidth && previous < photo.width
  })
  return useful.map((width) => `${photo.src}-${width}.${format} ${Math.min(width, photo.width)}w`).join(', ')
}

/**
 * Source for the few browsers without AVIF. Cards name one file, because a choice for those browsers would
 * cost everybody more than it saves.
 */
const jpegs = (photo: PhotoData, maxWidth: number, sizes: string) => ({
  src: `${photo.src}-640.jpg`,
  srcSet: srcSet(photo, 'jpg', maxWidth),
  sizes,
})

/** A hash of this length contains only a colour. */
const COLOUR_LENGTH = 4
/** Photos that load sooner are not worth the code that draws the preview. */
const SLOW_AFTER_MS = 250

/**
 * Draws the blurred preview behind a picture that takes long; until then its colour is there. Script sets it,
 * because the Content-Security-Policy forbids style attributes.
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
      // If the code does not load, the colour stays.
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

/** Whether the photo failed to load; another address or a network that is back starts another attempt. */
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

/** Requests the photo before the page's styles and the rest. Wide screens rarely have slow connections. */
function preloadPhoto({ src }: PhotoData, choice: { imageSrcSet: string; imageSizes: string } | undefined) {
  const shared = { as: 'image', type: 'image/avif', fetchPriority: 'high' } as const
  if (choice) preload(`${src}-640.avif`, { ...shared, ...choice })
  else preload(`${src}-${PHONE_WIDTH}.avif`, { ...shared, media: PHONE })
}

/**
 * A photo in the sizes and formats that the browser prefers. Its area and colour are known before it arrives.
 */
export function Photo(props: PhotoProps) {
  const { photo, alt, sizes, priority = 'lazy', className = '', thrifty = false, isDecoration } = props
  const maxWidth = useMaxWidth(props)
  const [hasFailed, fail] = useFailed(photo.src)
  const image = useBlurredPreview(photo.thumbhash)
  const avif = srcSet(photo, 'avif', maxWidth)
  useEffect(() => {
    // A picture that failed before hydration fires no event any more.
    const element = image.current
    if (element?.complete && element.naturalWidth === 0 && element.currentSrc) fail()
  }, [image, fail])

  if (hasFailed) return isDecoration ? null : <PhotoUnavailable className={className} />
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
