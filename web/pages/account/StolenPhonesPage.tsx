import { useSession } from '#web/accounts/sessions/session.ts'
import { CheckPhone } from '#web/imei/CheckPhone.tsx'
import { ReportStolen } from '#web/imei/ReportStolen.tsx'
import { useSearchParams } from '#web/platform/router/use-router.ts'

/** Buyers check a phone before they pay, and people whose phone was stolen report it. */
export function StolenPhonesPage() {
  const session = useSession()
  const [search] = useSearchParams()
  if (!session) return null
  return (
    <div className="page grid min-h-dvh max-w-2xl content-start gap-8 py-6">
      <h1 className="text-2xl font-bold">Stolen phones</h1>
      <section aria-labelledby="check">
        <h2 id="check" className="mb-2 text-lg font-bold">
          Check a phone before you pay
        </h2>
        <CheckPhone productId={search.get('product') ?? undefined} />
      </section>
      <section aria-labelledby="report">
        <h2 id="report" className="mb-2 text-lg font-bold">
          My phone was stolen
        </h2>
        <p className="mb-3">
          Report it to the police first, then here. We do not store the IMEI itself, and we show it to nobody.
        </p>
        <ReportStolen key={session.user.id} personId={session.user.id} />
      </section>
    </div>
  )
}
