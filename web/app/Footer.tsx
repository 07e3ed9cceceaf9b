import { Link } from '#web/ui/Link.tsx'
import { usePublicConfig } from './public-config.ts'

const LINKS = [
  ['/help', 'Help Center'],
  ['/safety', 'Safety Tips'],
  ['/contact', 'Contact'],
  ['/terms', 'Terms'],
  ['/privacy', 'Privacy'],
  ['/cookies', 'Cookies'],
  ['/create-product', 'Sell Something'],
] as const

export function Footer() {
  const { siteName } = usePublicConfig()
  return (
    <footer className="mt-12 border-t border-line bg-sunken pb-6 text-sm">
      <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-2 pt-6">
        <p className="text-muted">{siteName}: go back and get it. Buy and sell used goods near you.</p>
        <nav aria-label="Footer">
          <ul className="flex flex-wrap gap-x-5">
            {LINKS.map(([to, text]) => (
              <li key={to}>
                <Link to={to} className="inline-flex min-h-11 items-center hover:underline">
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
