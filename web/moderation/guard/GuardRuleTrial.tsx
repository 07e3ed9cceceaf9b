import { useState } from 'react'
import type { Trial } from '#contract/moderation/guard/rule-screen.ts'
import { GUARD_ADVICE_MAX, GUARD_SAMPLES_MAX } from '#contract/limits.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { ApiError } from '#web/platform/api/client.ts'
import { messageOf } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { splitLines } from './split-lines.ts'

interface RuleWords {
  patterns: string[]
  exclusions: string[]
}

/** The problem of a pattern, or otherwise of the call. */
const problemOf = (error: unknown) =>
  (error instanceof ApiError ? error.fields[0]?.message : undefined) ?? messageOf(error)

const FALSE_SHOWN = 10

function Outcome({ trial }: { trial: Trial }) {
  const { texts, tricks, tricksSeen, honest, falseWarnings } = trial
  return (
    <div aria-live="polite" className="mt-4 grid gap-3">
      {texts.length > 0 && (
        <ul aria-label="Your messages" className="grid gap-2">
          {texts.map(({ text, saw }) => (
            <li key={text}>
              {text}
              <span className={`block text-sm ${saw === null ? 'text-muted' : 'text-danger'}`}>
                {saw === null ? 'No match' : `Match: ${saw}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="text-sm">
        {`In our test messages, this rule alone finds ${tricksSeen} of ${tricks} tricks, and warns about ${falseWarnings.length} of ${honest} honest ones.`}
      </p>
      {falseWarnings.length > 0 && (
        <Notice look="warn">
          <p>Honest messages that it would warn about:</p>
          <ul aria-label="False warnings" className="grid gap-1">
            {falseWarnings.slice(0, FALSE_SHOWN).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}

/** Tries the rule in the form beside it before it goes live. */
export function GuardRuleTrial({ patterns, exclusions }: RuleWords) {
  const api = useApi()
  const [samples, setSamples] = useState('')
  const [trial, setTrial] = useState<Trial>()
  const [problem, setProblem] = useState('')
  async function tryIt() {
    const texts = splitLines(samples)
      .slice(0, GUARD_SAMPLES_MAX)
      .map((text) => text.slice(0, GUARD_ADVICE_MAX))
    try {
      setTrial(await api.call('tryGuardRule', { body: { patterns, exclusions, texts } }))
      setProblem('')
    } catch (error) {
      setTrial(undefined)
      setProblem(problemOf(error))
    }
  }
  return (
    <div className="card p-4">
      <h2 className="mb-3 text-lg font-semibold">Try it first</h2>
      <label className="text-sm font-semibold">
        Messages to try, one per line
        <textarea
          dir="auto"
          rows={5}
          className="field mt-1 resize-y font-normal"
          value={samples}
          onChange={(event) => setSamples(event.currentTarget.value)}
        />
      </label>
      <p className="mt-1 mb-3 text-sm text-muted">
        We always try our own test messages too: tricks and honest ones.
      </p>
      <Button onClick={() => void tryIt()}>Try the rule</Button>
      {problem && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {problem}
        </p>
      )}
      {trial && <Outcome trial={trial} />}
    </div>
  )
}
