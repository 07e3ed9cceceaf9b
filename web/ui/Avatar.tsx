/** A person's picture, else the first letters of their name. Decoration: the name always stands beside it. */
export function Avatar({ name, src }: { name: string; src: string | null }) {
  if (src) return <img src={src} alt="" width={40} height={40} className="photo size-10 rounded-full" />
  const initials = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
  return (
    <span
      aria-hidden="true"
      className="flex size-10 shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent"
    >
      {initials}
    </span>
  )
}
