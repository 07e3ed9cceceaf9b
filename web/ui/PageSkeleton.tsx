/** Shown while a page's code is on its way. */
export function PageSkeleton() {
  return (
    <div className="page py-6" aria-busy="true">
      <p className="sr-only">Loading…</p>
      <div className="skeleton h-8 w-1/2" />
      <div className="mt-6 grid grid-cols-2 gap-3 md:grid-cols-4">
        {Array.from({ length: 8 }, (_, place) => (
          <div key={place} className="skeleton aspect-[4/5]" />
        ))}
      </div>
    </div>
  )
}
