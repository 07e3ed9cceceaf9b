import type { Change } from '#contract/moderation/cases/evidence.ts'
import { Part } from '#web/moderation/cases/Part.tsx'

const Text = ({ text }: { text: string }) =>
  text === '' ? (
    <span className="text-muted">Nothing</span>
  ) : (
    <span dir="auto" className="block whitespace-pre-line">
      {text}
    </span>
  )

/** Former and present texts side by side, one above the other on a phone. */
export const Changes = ({ changes }: { changes: readonly Change[] }) => (
  <Part title="Changed since the case was opened">
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
