import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useId, useRef } from 'react'
import type { ContactKind } from '#contract/products.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { CloseIcon, type IconProps, MessageIcon } from '#web/platform/ui/icons.tsx'
import { showToast } from '#web/platform/ui/toast.ts'
import { CardIcon, MailIcon, PhoneIcon, VideoIcon, WhatsAppIcon } from './contact-icons.tsx'
import { ContactDialog } from './ContactDialog.tsx'
import { sellerQuery } from './queries.ts'
import { useContact } from './use-contact.ts'

const WAYS = {
  tel: { kind: 'phone', name: 'Phone number' },
  sms: { kind: 'phone', name: 'Phone number' },
  mailto: { kind: 'email', name: 'Email' },
} as const satisfies Record<string, { kind: ContactKind; name: string }>

/** Opens the device's own way to call or write, and shows with what: a computer may know none. */
function useWay(personId: string, who: string, scheme: keyof typeof WAYS): () => Promise<void> {
  const { kind, name } = WAYS[scheme]
  const { reveal } = useContact(personId, kind, who)
  return async () => {
    const value = await reveal()
    if (!value) return
    showToast(name, value)
    location.assign(`${scheme}:${kind === 'phone' ? value.replace(/[^+\d]/g, '') : value}`)
  }
}

interface ContactOptionsProps {
  personId: string
  name: string
  isSeller: boolean
  /** What they are written to about. */
  product: { id: string | null; title: string }
}

function wordsAbout({ id, title }: ContactOptionsProps['product']): string {
  return id === null ? `About "${title}"` : `About "${title}": ${location.origin}/products/${id}`
}

/** Opens WhatsApp with words about the product, where the person shows a number. */
function useWhatsApp(personId: string, who: string, product: ContactOptionsProps['product']) {
  const { data } = useQuery(sellerQuery(useApi(), personId))
  const { reveal } = useContact(personId, 'phone', who)
  if (!data?.contacts.some(({ kind }) => kind === 'phone')) return undefined
  return async () => {
    const value = await reveal()
    if (!value) return
    const address = `https://wa.me/${value.replace(/\D/g, '')}?text=${encodeURIComponent(wordsAbout(product))}`
    // Where the answer came too late for a window of its own, it opens in this one.
    const opened = open(address, '_blank')
    if (opened) opened.opener = null
    else location.assign(address)
  }
}

interface Option {
  label: string
  Icon: ComponentType<IconProps>
  note?: string
  act: () => void
}

function Options({ options, onChosen }: { options: readonly Option[]; onChosen: () => void }) {
  return (
    <ul className="contact-list">
      {options.map(({ label, Icon, note, act }) => (
        <li key={label}>
          <button
            type="button"
            className="contact-option"
            onClick={() => {
              onChosen()
              act()
            }}
          >
            <Icon className="size-5" />
            {label}
            {note && (
              <span aria-hidden="true" className="badge">
                {note}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** SPEC 2: the other ways to contact the person, as far as they allow it: a sheet on a phone, else a menu. */
export function ContactOptions({ personId, name, isSeller, product }: ContactOptionsProps) {
  const sheet = useRef<HTMLDialogElement>(null)
  const details = useRef<HTMLDialogElement>(null)
  const title = useId()
  const who = isSeller ? 'The seller' : name
  const call = useWay(personId, who, 'tel')
  const text = useWay(personId, who, 'sms')
  const mail = useWay(personId, who, 'mailto')
  const whatsApp = useWhatsApp(personId, who, product)
  const options: Option[] = [
    { label: 'Call', Icon: PhoneIcon, act: () => void call() },
    ...(whatsApp ? [{ label: 'WhatsApp', Icon: WhatsAppIcon, act: () => void whatsApp() }] : []),
    { label: 'SMS', Icon: MessageIcon, act: () => void text() },
    { label: 'Email', Icon: MailIcon, act: () => void mail() },
    {
      label: 'Video',
      Icon: VideoIcon,
      note: 'Coming soon',
      act: () => showToast('Video', 'Video calls are coming soon.'),
    },
    { label: 'View Contact Details', Icon: CardIcon, act: () => details.current?.showModal() },
  ]
  return (
    <div className="contact-options">
      <Button
        aria-label="Contact options"
        aria-haspopup="dialog"
        className="contact-button"
        onClick={() => sheet.current?.showModal()}
      >
        <PhoneIcon className="size-5" />
        <span className="contact-word">Contact</span>
      </Button>
      <dialog ref={sheet} aria-labelledby={title} closedby="any" className="sheet contact-sheet">
        <div className="contact-title">
          <h2 id={title}>{`Other ways to reach ${name}`}</h2>
          <Button aria-label="Close" look="icon" onClick={() => sheet.current?.close()}>
            <CloseIcon />
          </Button>
        </div>
        <Options options={options} onChosen={() => sheet.current?.close()} />
      </dialog>
      <ContactDialog ref={details} personId={personId} name={name} />
    </div>
  )
}
