import { Link } from '#web/platform/ui/Link.tsx'
import { usePublicConfig } from './public-config.ts'

/** The sankofa bird, looking back for the egg it came to fetch. */
function Bird() {
  return (
    <svg viewBox="0 0 32 32" className="size-8 shrink-0" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#2563eb" />
      <path
        d="M9 22.5c3.8 1.9 9.8 1.7 12.6-1.8 2.6-3.3 1.3-7.4-1.9-8.4-2.3-.7-4.4-.3-5.5-2.2-.9-1.6.2-3.3 1.8-3.3 1.3 0 2.1.8 2.3 1.8"
        fill="none"
        stroke="#fff"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      <path d="M14 23.4v2.8m4-2.8v2.8" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
      <circle cx="20.6" cy="8.2" r="2.1" fill="#fbbf4d" />
    </svg>
  )
}

export function Logo() {
  const { siteName } = usePublicConfig()
  return (
    <Link to="/" className="flex min-h-11 items-center gap-2 rounded-card text-lg font-bold">
      <Bird />
      {siteName}
    </Link>
  )
}
