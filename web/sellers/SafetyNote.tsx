import { Link } from '#web/platform/ui/Link.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'

export function SafetyNote() {
  return (
    <div className="mt-4">
      <Notice>
        Meet in a public place, check the item, and pay only then.{' '}
        <Link to="/safety" className="link">
          Safety Tips
        </Link>
      </Notice>
    </div>
  )
}
