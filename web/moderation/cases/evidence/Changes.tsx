import type { Case } from '#contract/moderation/cases/cases.ts'
import { Part } from '#web/moderation/cases/Part.tsx'

const Text = ({ text }: { text: string }) =>
  text === '' ? (
    <span className="text-muted">Nothing</span>
  ) : (
    <span dir="auto" className="block whitespace-pre-line">
      {text}
    </span>
  )

const TITLE = 'Changed since the case was opened'

/** Former and present texts side by side, one above the other on a phone. */
export function Changes({ found: { changes, isOpeningMissing } }: { found: Case }) {
  if (isOpeningMissing)
    return (
      <Part title={TITLE}>
        <p className="text-sm text-muted">
          This case was opened before we stored how things were, so we do not know what was changed since.
        </p>
      </Part>
    )
  if (!changes?.length) return null
  return (
    <Part title={TITLE}>
      <ul className="divide-y divide-line">
        {changes.map(({ label, before, now }) => (
          <li key={label} className="py-2">
            <p className="font-semibold">{label}</p>
            <div className="grid gap-2 wrap-anywhere sm:grid-cols-2">
              <div>
                <p className="text-sm text-muted">Before</p>
                <Text text={before} />
              </div>
              <div>
                <p className="text-sm text-muted">Now</p>
                <Text text={now} />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </Part>
  )
}
