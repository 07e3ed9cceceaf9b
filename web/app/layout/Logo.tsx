import { BirdShape } from '#web/platform/ui/Bird.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { usePublicConfig } from '#web/platform/config/public-config.ts'

export function Logo() {
  const { siteName } = usePublicConfig()
  return (
    <Link to="/" className="flex min-h-11 min-w-0 items-center gap-2 rounded-control text-lg font-bold">
      <svg viewBox="0 0 32 32" className="size-8 shrink-0 text-white" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="#2563eb" />
        <BirdShape />
      </svg>
      {/* With large text on a narrow screen, the bird is enough. */}
      <span className="truncate">{siteName}</span>
    </Link>
  )
}
