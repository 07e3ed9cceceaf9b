import type { BrowserCheck } from '#contract/accounts/browser-check.ts'
import { solving } from './check-answers.ts'

/** A slice is shorter than a frame, so that the page still responds to touch. */
const SLICE_MS = 8

async function solveHere(check: BrowserCheck): Promise<string> {
  const steps = solving(check)
  for (;;) {
    const end = performance.now() + SLICE_MS
    while (performance.now() < end) {
      const step = steps.next()
      if (step.done) return step.value
    }
    await new Promise((resolve) => void setTimeout(resolve))
  }
}

function solveInWorker(check: BrowserCheck): Promise<string> {
  const worker = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<string>((resolve, reject) => {
    worker.addEventListener('message', ({ data }) => resolve(data as string))
    worker.addEventListener('error', reject)
    worker.postMessage(check, [])
  }).finally(() => worker.terminate())
}

/** Computes in a worker if the browser can, otherwise in slices between which the page is drawn. */
export async function solveCheck(check: BrowserCheck): Promise<string> {
  if (typeof Worker === 'undefined') return solveHere(check)
  try {
    return await solveInWorker(check)
  } catch {
    // The worker's script did not load.
    return solveHere(check)
  }
}
