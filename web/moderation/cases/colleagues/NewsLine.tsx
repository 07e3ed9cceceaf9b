import { useRef } from 'react'
import { queuePath, useHarm } from '#web/moderation/cases/HarmFilter.tsx'
import { useNavigate } from '#web/platform/router/use-router.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import type { QueueNews } from './queue-news.ts'

/** The server stops counting at this number. */
const COUNT_MAX = 1000

const casesText = (count: number, kind: string) => `${count} ${kind} ${count === 1 ? 'case' : 'cases'}`

function newsText({ fresh, closed }: QueueNews): string | undefined {
  if (fresh > 0) return `Show ${casesText(fresh, 'new')}`
  return closed.size > 0 ? `Hide ${casesText(closed.size, 'decided')}` : undefined
}

/** How many cases wait, and what has changed since the list was loaded, which appears when it is asked for. */
export function NewsLine({ news, current }: { news: QueueNews; current: string | undefined }) {
  const navigate = useNavigate()
  const harm = useHarm()
  const count = useRef<HTMLParagraphElement>(null)
  const text = newsText(news)
  function show() {
    // The button disappears, and the open case stays open.
    count.current?.focus()
    if (current !== undefined) navigate(queuePath(current, harm), { replace: true })
    news.adopt()
  }
  return (
    <div className="staff-news text-sm">
      <p ref={count} tabIndex={-1} className="text-muted">
        {`${news.open >= COUNT_MAX ? '1,000 or more' : news.open} waiting`}
      </p>
      <div role="status">{text && <Button onClick={show}>{text}</Button>}</div>
    </div>
  )
}
