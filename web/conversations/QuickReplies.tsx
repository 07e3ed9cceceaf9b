interface QuickRepliesProps {
  replies: readonly string[]
  onChoose: (reply: string) => void
}

/** A chosen reply goes into the field, where people can still change it. */
export function QuickReplies({ replies, onChoose }: QuickRepliesProps) {
  return (
    <ul aria-label="Quick replies" className="quick-replies">
      {replies.map((reply) => (
        <li key={reply} className="shrink-0">
          <button type="button" className="chip" onClick={() => onChoose(reply)}>
            {reply}
          </button>
        </li>
      ))}
    </ul>
  )
}
