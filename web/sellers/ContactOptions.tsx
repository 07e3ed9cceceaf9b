import { useRef } from 'react'
import type { ContactKind } from '#contract/products.ts'
import { icon, MessageIcon } from '#web/platform/ui/icons.tsx'
import { showToast } from '#web/platform/ui/toast.ts'
import { ContactDialog } from './ContactDialog.tsx'
import { useContact } from './use-contact.ts'

const PhoneIcon = icon(
  'M6 3.5h3l1.5 4.5-2 1.5a11 11 0 0 0 6 6l1.5-2 4.5 1.5v3a2 2 0 0 1-2 2A15 15 0 0 1 4 5.5a2 2 0 0 1 2-2z',
  'size-5',
)
const MailIcon = icon('M3.5 6h17v12h-17zM4 6.5l8 6.5 8-6.5', 'size-5')
const VideoIcon = icon('M3.5 7h11v10h-11zM14.5 11l6-3v8l-6-3', 'size-5')
const CardIcon = icon(
  'M3.5 5.5h17v13h-17zM13.5 10h4M13.5 13.5h4M6.5 15.5a2.5 2.5 0 0 1 5 0M7.5 10.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0',
  'size-5',
)

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
}

/** SPEC 2: the other ways to contact the person, as far as they allow it. */
export function ContactOptions({ personId, name, isSeller }: ContactOptionsProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const who = isSeller ? 'The seller' : name
  const call = useWay(personId, who, 'tel')
  const text = useWay(personId, who, 'sms')
  const mail = useWay(personId, who, 'mailto')
  return (
    <div role="group" aria-label="Other ways to reach them" className="contact-options">
      <button type="button" className="chip" onClick={() => void call()}>
        <PhoneIcon />
        Call
      </button>
      <button type="button" className="chip" onClick={() => void text()}>
        <MessageIcon className="size-5" />
        SMS
      </button>
      <button type="button" className="chip" onClick={() => void mail()}>
        <MailIcon />
        Email
      </button>
      <button type="button" className="chip" onClick={() => dialog.current?.showModal()}>
        <CardIcon />
        View Contact Details
      </button>
      <button
        type="button"
        className="chip"
        onClick={() => showToast('Video', 'Video calls are coming soon.')}
      >
        <VideoIcon />
        Video
      </button>
      <ContactDialog ref={dialog} personId={personId} name={name} />
    </div>
  )
}
