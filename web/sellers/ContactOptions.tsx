import { useRef } from 'react'
import type { ContactKind } from '#contract/products.ts'
import { Icon, MessageIcon } from '#web/platform/ui/icons.tsx'
import { showToast } from '#web/platform/ui/toast.ts'
import { ContactDialog } from './ContactDialog.tsx'
import { useContact } from './use-contact.ts'

const PhoneIcon = () => (
  <Icon className="size-5">
    <path d="M6 3.500h3l1.500 4.500-2 1.500a11 11 0 0 0 6 6l1.500-2 4.500 1.500v3a2 2 0 0 1-2 2A15 15 0 0 1 4 5.500a2 2 0 0 1 2-2z" />
  </Icon>
)
const MailIcon = () => (
  <Icon className="size-5">
    <path d="M3.500 6h17v12h-17zM4 6.500l8 6.500 8-6.500" />
  </Icon>
)
const VideoIcon = () => (
  <Icon className="size-5">
    <path d="M3.500 7h11v10h-11zM14.500 11l6-3v8l-6-3" />
  </Icon>
)
const CardIcon = () => (
  <Icon className="size-5">
    <path d="M3.500 5.500h17v13h-17zM13.500 10h4M13.500 13.500h4M6.500 15.500a2.500 2.500 0 0 1 5 0" />
    <circle cx="9" cy="10.500" r="1.500" />
  </Icon>
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
  /** Whether they sell what is talked about. */
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
