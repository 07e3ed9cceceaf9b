/** Opens another page in a new tab for people in the middle of something. */
export const NewTabLink = ({
  href,
  text,
  className = '',
}: {
  href: string
  text: string
  className?: string
}) => (
  <a href={href} target="_blank" rel="noopener" className={`link ${className}`}>
    {text}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
)
