import type { Case } from '#contract/moderation/cases/cases.ts'
import { pointsText } from '#web/moderation/cases/case-texts.ts'
import { NoteText } from '#web/moderation/cases/NoteText.tsx'
import { Part } from '#web/moderation/cases/Part.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'

/** Reasons to look that nobody reported, each with what the program saw. */
export const Signals = ({ signals }: { signals: Case['signals'] }) => (
  <Part title="Signals">
    {signals.length === 0 && <p className="text-sm text-muted">None</p>}
    <ul className="divide-y divide-line">
      {signals.map(({ text, weight, note, createdAt }) => (
        <li key={text + createdAt} className="py-2 wrap-anywhere">
          <p className="font-semibold">{text}</p>
          {note && <NoteText note={note} />}
          <p className="text-sm text-muted">
            {`Weight ${pointsText(weight)} · `}
            <RelativeTime iso={createdAt} />
          </p>
        </li>
      ))}
    </ul>
  </Part>
)
