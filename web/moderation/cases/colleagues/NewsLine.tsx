import { useRef } from 'react'
import type { QueueSearch } from '#contract/moderation/cases/queue.ts'
import { countText } from '#web/moderation/cases/queue/count-text.ts'
import { queuePath } from '#web/moderation/cases/queue/queue-search.ts'
import { useNavigate } from '#web/platform/router/use-router.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import type { QueueNews } from './queue-news.ts'

const casesText = (count: number, kind: string) => `${count} ${kind} ${count === 1 ? 'case' : 'cases'}`

function newsText({ fresh, closed }: QueueNews): string | undefined {
  if (fresh > 0) return `Show ${casesText(fresh, 'new')}`
  return closed.size > 0 ? `Hide ${casesText(closed.size, 'decided')}` : undefined
}

interface NewsLineProps {
  news: QueueNews
  /** Id of the open case. */
  current: string | undefined
  search: QueueSearch
}

/** Number of waiting cases, and the changes since the list was loaded, which appear when they are asked for. */
export function NewsLine({ news, current, search }: NewsLineProps) {
  const navigate = useNavigate()
  const count = useRef<HTMLParagraphElement>(null)
  const text = newsText(news)
  function show() {
    // The button disappears, and the open case stays open.
    count.current?.focus()
    if (current !== undefined) navigate(queuePath(current, search), { replace: true })
    news.adopt()
  }
  return (
    <div className="staff-news text-sm">
      <p ref={count} tabIndex={-1} className="text-muted">
        {`${countText(news.open)} waiting`}
      </p>
      <div role="status">{text && <Button onClick={show}>{text}</Button>}</div>
    </div>
  )
}
