import type { WordListTrial } from '#contract/moderation/guard/word-lists.ts'
import { Notice } from '#web/platform/ui/Notice.tsx'

/** What the guard finds in the test messages with the typed words, and with the stored ones. */
export function WordListOutcome({ trial }: { trial: WordListTrial }) {
  const { tricks, honest, before, after, falseWarnings, problem } = trial
  return (
    <div className="grid gap-3">
      <table className="w-full max-w-md text-sm">
        <caption className="mb-1 text-left font-semibold">In our test messages</caption>
        <thead>
          <tr className="text-left">
            <th scope="col">
              <span className="sr-only">Messages</span>
            </th>
            <th scope="col" className="px-2 font-semibold whitespace-nowrap">
              Now
            </th>
            <th scope="col" className="px-2 font-semibold">
              With these words
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row" className="text-left font-normal">{`Found, of ${tricks} tricks`}</th>
            <td className="px-2">{before.tricks}</td>
            <td className="px-2">{after.tricks}</td>
          </tr>
          <tr>
            <th scope="row" className="text-left font-normal">{`Warned about, of ${honest} honest ones`}</th>
            <td className="px-2">{before.honest}</td>
            <td className="px-2">{after.honest}</td>
          </tr>
        </tbody>
      </table>
      {problem !== null && (
        <Notice look="warn">
          <p>You cannot save these words.</p>
          <p dir="auto">{problem}</p>
        </Notice>
      )}
      {falseWarnings.length > 0 && (
        <div className="text-sm">
          <p className="font-semibold">Honest messages that it would also warn about:</p>
          <ul aria-label="New false warnings" className="grid gap-1">
            {falseWarnings.map((text) => (
              <li key={text} dir="auto">
                {text}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
