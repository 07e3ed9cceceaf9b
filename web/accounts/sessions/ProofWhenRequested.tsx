import { Suspense, useSyncExternalStore } from 'react'
import { proofStore } from './proof.ts'
import { lazyPart } from '#web/platform/ui/lazy/lazy-part.ts'

const LazyProofDialog = lazyPart(async () => (await import('./ProofDialog.tsx')).ProofDialog)

/** The dialog above any page that waits for a proof; anonymous people load none of its code. */
export function ProofWhenRequested() {
  const proof = useSyncExternalStore(proofStore.subscribe, proofStore.requested, () => undefined)
  if (!proof) return null
  return (
    <Suspense>
      <LazyProofDialog key={proof} proof={proof} />
    </Suspense>
  )
}
