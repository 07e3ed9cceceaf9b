import { CheckIcon } from '#web/platform/ui/icons.tsx'

export function PhoneVerifiedBadge() {
  return (
    <span className="badge badge-verified">
      <CheckIcon className="size-4" />
      Phone verified
    </span>
  )
}
