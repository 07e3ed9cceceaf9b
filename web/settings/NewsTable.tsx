import type { Preferences, PreferencesChange } from '#contract/account-settings.ts'
import { NOTIFICATION_TYPES, type NotificationType } from '#contract/choices.ts'

type News = Preferences['news']
type Way = keyof News['message']

const KINDS: Record<NotificationType, { name: string; text: string }> = {
  message: { name: 'Messages', text: 'Somebody wrote to you.' },
  sale: { name: 'Sales', text: 'An item of yours is sold.' },
  purchase: { name: 'Purchases', text: 'An item is reserved for you, or yours.' },
  system: { name: 'Your account', text: 'Sign-ins and changes of how you sign in. Always in the app.' },
  other: { name: 'Other news', text: 'Favourites, reviews and searches.' },
}
const WAYS: { way: Way; name: string }[] = [
  { way: 'inApp', name: 'In app' },
  { way: 'push', name: 'Push' },
  { way: 'email', name: 'E-mail' },
]

interface NewsTableProps {
  choices: Preferences
  onChange: (change: PreferencesChange) => void
}

/** Which news by which way. A way that is turned off altogether rests, with what was chosen for it. */
export function NewsTable({ choices, onChange }: NewsTableProps) {
  const { news } = choices
  const isFixed = (type: NotificationType, way: Way) => (way === 'inApp' ? type === 'system' : !choices[way])
  const isOn = (type: NotificationType, way: Way) => news[type][way] && (way === 'inApp' || choices[way])
  return (
    <div className="setting-row">
      <table className="news-table">
        <caption className="text-left font-semibold">What you hear of, and how</caption>
        <thead>
          <tr className="text-sm text-muted">
            <th scope="col" className="text-left font-semibold">
              News
            </th>
            {WAYS.map(({ way, name }) => (
              <th key={way} scope="col" className="font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {NOTIFICATION_TYPES.map((type) => (
            <tr key={type}>
              <th scope="row" className="text-left font-normal">
                {KINDS[type].name}
                <span className="block text-sm text-muted">{KINDS[type].text}</span>
              </th>
              {WAYS.map(({ way, name }) => (
                <td key={way}>
                  <input
                    type="checkbox"
                    className="switch"
                    aria-label={`${KINDS[type].name}, ${name}`}
                    checked={isOn(type, way)}
                    disabled={isFixed(type, way)}
                    onChange={({ target }) => onChange({ news: { [type]: { [way]: target.checked } } })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
