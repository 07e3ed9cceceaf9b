/** Leads away without leaving the page, where somebody is in the middle of something. */
export const NewTabLink = ({ href, text }: { href: string; text: string }) => (
  <a href={href} target="_blank" rel="noopener" className="link">
    {text}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
)
