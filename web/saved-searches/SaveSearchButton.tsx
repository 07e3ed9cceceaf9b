import { BellIcon } from '#web/platform/ui/icons.tsx'

interface SaveSearchButtonProps {
  text: string
  className: string
  isBusy?: boolean
  onSave?: () => void
}

export const SaveSearchButton = ({ text, className, isBusy, onSave }: SaveSearchButtonProps) => (
  <button
    type="button"
    className={`button button-quiet noscript:hidden ${className}`}
    aria-disabled={isBusy}
    onClick={onSave}
  >
    <BellIcon />
    {text}
  </button>
)
