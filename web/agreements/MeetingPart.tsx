import { type ReactNode, useMemo, useState } from 'react'
import { checksOf } from '#contract/agreements/checks.ts'
import { momentWriter } from '#contract/agreements/moments.ts'
import type { Meeting } from '#contract/agreements/steps.ts'
import { meetingText } from '#contract/agreements/texts.ts'
import { isolated } from '#contract/isolated.ts'
import type { AgreementCardProps } from '#web/conversations/use-agreement.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import type { Card } from './card.ts'
import { canMeet, meetingDays } from './meeting-days.ts'
import { type MeetingDraft, MeetingSheet } from './MeetingSheet.tsx'

/** A confirmed meeting is shown for a while after it began, because people come late. */
const SHOWN_AFTER_MS = 3 * 3_600_000

/** The meeting, unless it is over or was not confirmed in time. */
function shownMeeting(meeting: Meeting | null | undefined, now: number): Meeting | undefined {
  if (!meeting) return undefined
  const end = Date.parse(meeting.at) + (meeting.isConfirmed ? SHOWN_AFTER_MS : 0)
  return end > now ? meeting : undefined
}

interface Words {
  isOwn: boolean
  /** Name of the other person. */
  name: string
  moment: (iso: string) => string
}

function textOf(meeting: Meeting, { isOwn, name, moment }: Words): string {
  const where = meetingText(meeting, moment)
  if (meeting.isConfirmed) return `You meet ${where}.`
  return isOwn
    ? `You suggested meeting ${where}. ${name} can confirm it.`
    : `${name} suggests meeting ${where}.`
}

/** What the buyer of a thing of this category checks before they pay. */
const Checks = ({ category }: { category: string | null | undefined }) => (
  <details className="deal-checks">
    <summary>What to check before you pay</summary>
    <ul className="list-disc pl-5">
      {checksOf(category).checks.map((check) => (
        <li key={check}>{check}</li>
      ))}
    </ul>
  </details>
)

interface MeetingButtonsProps extends Pick<AgreementCardProps, 'onStep'> {
  card: Card
  meeting: Meeting | undefined
  /** False if the reservation ends before any time of day at which people meet. */
  hasTime: boolean
  onSuggest: () => void
}

function MeetingButtons({ card: { steps }, meeting, hasTime, onStep, onSuggest }: MeetingButtonsProps) {
  return (
    <>
      {meeting && steps.includes('agree-meeting') && (
        <Button
          look="primary"
          onClick={() => onStep({ step: 'agree-meeting', meeting: { at: meeting.at, place: meeting.place } })}
        >
          Confirm
        </Button>
      )}
      {hasTime && steps.includes('meet') && (
        <Button onClick={onSuggest}>{meeting ? 'Suggest another time' : 'Suggest a meeting'}</Button>
      )}
    </>
  )
}

interface MeetingPartProps extends AgreementCardProps {
  card: Card
  now: number
  /** The other buttons of the card. */
  children: ReactNode
}

interface SuggestingProps extends Pick<MeetingPartProps, 'conversation' | 'onStep'> {
  span: Parameters<typeof meetingDays>[0]
  meeting: Meeting | undefined
  typed: MeetingDraft | undefined
  onType: (draft: MeetingDraft) => void
  onClose: () => void
}

function Suggesting({ conversation, span, meeting, typed, onStep, onType, onClose }: SuggestingProps) {
  return (
    <MeetingSheet
      days={meetingDays(span)}
      town={conversation.town}
      draft={typed ?? { at: meeting?.at ?? '', place: meeting?.place ?? '' }}
      onChange={onType}
      onSuggest={(suggested) => onStep({ step: 'meet', meeting: suggested })}
      onClose={onClose}
    />
  )
}

/** The meeting of the two, with the steps about it before the others, and what the buyer checks there. */
export function MeetingPart({ card, now, children, ...props }: MeetingPartProps) {
  const { conversation, agreement, waiting, onStep } = props
  const { timeZone } = usePublicConfig()
  const moment = useMemo(() => momentWriter(timeZone), [timeZone])
  const [isOpen, setOpen] = useState(false)
  // Stays here when the sheet closes, because the server may still refuse what was typed.
  const [typed, onType] = useState<MeetingDraft>()
  if (card.look !== 'agreed' || !agreement?.due) return children
  const span = { now, due: agreement.due, moment }
  const meeting = shownMeeting(agreement.meeting, now)
  const hasTime = canMeet(span)
  const name = isolated(conversation.other.name)
  return (
    <>
      {meeting && <p>{textOf(meeting, { isOwn: meeting.by === card.role, name, moment })}</p>}
      {!hasTime && !meeting && <p className="w-full">The reservation ends too soon to plan a meeting.</p>}
      {!waiting && (
        <div className="deal-steps">
          <MeetingButtons {...{ card, meeting, hasTime, onStep }} onSuggest={() => setOpen(true)} />
          {children}
        </div>
      )}
      {card.role === 'buyer' && <Checks category={conversation.category} />}
      {isOpen && hasTime && (
        <Suggesting
          {...{ conversation, span, meeting, typed, onStep, onType }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
