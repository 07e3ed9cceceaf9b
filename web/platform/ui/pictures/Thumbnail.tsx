import type { ComponentProps } from 'react'
import { Photo } from './Photo.tsx'

interface ThumbnailProps extends Pick<ComponentProps<typeof Photo>, 'sizes' | 'priority'> {
  photo: ComponentProps<typeof Photo>['photo'] | null | undefined
  /** Classes that set its size. */
  className: string
}

/** A small picture beside the name of what it shows; an empty area if there is none. */
export function Thumbnail({ photo, className, ...rest }: ThumbnailProps) {
  const look = `block shrink-0 rounded-control ${className}`
  if (!photo) return <span className={`photo ${look}`} />
  return <Photo photo={photo} alt="" maxWidth={320} className={look} {...rest} />
}
