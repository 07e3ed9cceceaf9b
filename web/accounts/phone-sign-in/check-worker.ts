import type { BrowserCheck } from '#contract/accounts/browser-check.ts'
import { proofOf } from './check-answers.ts'

addEventListener('message', ({ data }: MessageEvent<BrowserCheck>) => postMessage(proofOf(data)))
