import { useState } from 'react'

const SIZES = {
  tiny: { pixels: 24, box: 'size-6 text-[0.625rem]' },
  small: { pixels: 40, box: 'size-10' },
  large: { pixels: 80, box: 'size-20 text-2xl' },
} as const

interface AvatarProps {
  name: string
  /** Common start of the picture's file names; null shows initials. */
  src: string | null
  size?: keyof typeof SIZES
}

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')

const srcSet = (src: string, format: 'avif' | 'jpg') => `${src}-96.${format} 96w, ${src}-256.${format} 256w`

/** A person's picture, or their initials. It is decoration, because their name is always beside it. */
export function Avatar({ name, src, size = 'small' }: AvatarProps) {
  const [failed, setFailed] = useState<string>()
  const { pixels, box } = SIZES[size]
  if (src && src !== failed) {
    return (
      <picture className={`block shrink-0 ${box}`}>
        <source type="image/avif" srcSet={srcSet(src, 'avif')} sizes={`${pixels}px`} />
        <img
          src={`${src}-96.jpg`}
          srcSet={srcSet(src, 'jpg')}
          sizes={`${pixels}px`}
          alt=""
          width={pixels}
          height={pixels}
          decoding="async"
          className={`photo rounded-full ${box}`}
          onError={() => setFailed(src)}
        />
      </picture>
    )
  }
  return (
    <span
      aria-hidden="true"
      // The style sheet draws the initials, so that they are not part of any text or accessible name.
      data-initials={initialsOf(name)}
      className={`initials flex shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent ${box}`}
    />
  )
}
