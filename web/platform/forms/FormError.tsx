/** Error of the whole form; screen readers say it as soon as it appears. */
export function FormError({ message }: { message?: string }) {
  return (
    <div role="alert" className="empty:hidden">
      {message && <p className="rounded-card bg-danger-soft px-4 py-3 text-sm text-danger">{message}</p>}
    </div>
  )
}
