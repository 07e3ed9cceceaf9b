/** What is wrong with the form as a whole; read out as soon as it appears. */
export function FormError({ message }: { message?: string }) {
  return (
    <div role="alert" className="empty:hidden">
      {message && <p className="rounded-card bg-danger-soft px-4 py-3 text-sm text-danger">{message}</p>}
    </div>
  )
}
