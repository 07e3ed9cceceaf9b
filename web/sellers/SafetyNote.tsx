import { Link } from '#web/platform/ui/Link.tsx'

export function SafetyNote() {
  return (
    <p className="mt-4 border-t border-line pt-3 text-sm text-muted">
      Meet in a public place, check the item, and pay only then.{' '}
      <Link to="/safety" className="link">
        Safety Tips
      </Link>
    </p>
  )
}
