import { Suspense, useSyncExternalStore } from 'react'
import { proofStore } from './proof.ts'
import { lazyPart } from '#web/platform/ui/lazy-part.ts'

const LazyProofDialog = lazyPart(async () => (await import('./ProofDialog.tsx')).ProofDialog)

/** The dialog above whatever page waits for a proof; visitors load nothing of it. */
export function ProofWhenRequested() {
  const isRequested = useSyncExternalStore(proofStore.subscribe, proofStore.isRequested, () => false)
  if (!isRequested) return null
  return (
    <Suspense>
      <LazyProofDialog />
    </Suspense>
  )
}
