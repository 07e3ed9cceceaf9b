import { Link } from '#web/platform/ui/Link.tsx'
import { usePublicConfig } from './public-config.ts'

/** The sankofa bird, looking back for the egg it came to fetch. */
function Bird() {
  return (
    <svg viewBox="0 0 32 32" className="size-8 shrink-0" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#2563eb" />
      <path
        d="M4.5 14.2c3 2.8 5.8 3.6 9 3.6h6.3c1.9 0 3.2-1.5 3.2-3.5s-1.3-3.3-3-3.3c-.9 0-1.6.3-2.2.9L14 10.8l3.3-2.5c.8-.9 2-1.3 3.3-1.3 3.6 0 6.4 2.9 6.4 7 0 6-4.6 10.3-10.8 10.3-5.5 0-10-3.6-11.7-10.1z"
        fill="#fff"
      />
      <path d="M14 24v3.5m5-3.5v3.5" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
      <circle cx="11" cy="11.3" r="2.7" fill="#fbbf4d" />
    </svg>
  )
}

export function Logo() {
  const { siteName } = usePublicConfig()
  return (
    <Link to="/" className="flex min-h-11 items-center gap-2 rounded-control text-lg font-bold">
      <Bird />
      {siteName}
    </Link>
  )
}
