/** A number beside the name of what it counts; nothing when there is nothing unread. */
export function UnreadBadge({ count, className = '' }: { count: number; className?: string }) {
  if (count === 0) return null
  return (
    <span className={`count-badge ${className}`}>
      {count > 99 ? '99+' : count}
      <span className="sr-only"> unread</span>
    </span>
  )
}
