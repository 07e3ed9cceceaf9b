import { textSegments } from './text-segments.ts'

/** A person's text, in which only web addresses become links. */
export function MessageText({ content }: { content: string }) {
  return (
    <p dir="auto" className="message-text">
      {textSegments(content).map(({ start, text, href }) =>
        href ? (
          <a
            key={start}
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="message-link"
          >
            <bdi>{text}</bdi>
          </a>
        ) : (
          text
        ),
      )}
    </p>
  )
}
