export const NotificationsOutline = () => (
  <div className="grid gap-2" aria-busy="true">
    <p className="sr-only">Loading…</p>
    {Array.from({ length: 4 }, (_, index) => (
      <div key={index} className="skeleton h-32" />
    ))}
  </div>
)
