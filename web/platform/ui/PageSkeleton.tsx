/** Shown while a page's code is on its way. */
export function PageSkeleton() {
  return (
    <div className="page py-6" aria-busy="true">
      <p className="sr-only noscript:hidden">Loading…</p>
      <p className="hidden noscript:block">This page needs JavaScript, which is off in this browser.</p>
      <div className="noscript:hidden">
        <div className="skeleton h-8 w-1/2" />
        <div className="mt-6 grid grid-cols-2 gap-3 md:grid-cols-4">
          {Array.from({ length: 8 }, (_, index) => (
            <div key={index} className="skeleton aspect-[4/5]" />
          ))}
        </div>
      </div>
    </div>
  )
}
