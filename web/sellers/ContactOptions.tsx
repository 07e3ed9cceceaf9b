import { useQuery } from '@tanstack/react-query'
import { isolated } from '#contract/isolated.ts'
import { type ComponentType, useId, useRef } from 'react'
import type { ContactKind } from '#contract/products.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { CloseIcon, type IconProps, MessageIcon } from '#web/platform/ui/icons.tsx'
import { openModal } from '#web/platform/ui/dialogs/open-modal.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { CardIcon, MailIcon, VideoIcon } from './contact-icons.tsx'
import { ContactDialog } from './ContactDialog.tsx'
import { openMail, openPhone, openWhatsApp, type Subject } from './open-contact.ts'
import { sellerQuery } from './queries.ts'
import { PhoneIcon, WhatsAppIcon } from './reach-icons.tsx'
import { useContact } from './use-contact.ts'

/** Reveals the contact detail and then opens it. */
function useContactAction(personId: string, who: string, kind: ContactKind, open: (value: string) => void) {
  const { reveal } = useContact(personId, kind, who)
  return async () => {
    const value = await reveal()
    if (value) open(value)
  }
}

interface ContactOptionsProps {
  personId: string
  name: string
  isSeller: boolean
  product: Subject
}

/** Offered if the person shows a number. */
function useWhatsApp(personId: string, who: string, product: Subject) {
  const { data } = useQuery(sellerQuery(useApi(), personId))
  const open = useContactAction(personId, who, 'phone', (value) => openWhatsApp(value, product))
  return data?.contacts.some(({ kind }) => kind === 'phone') ? open : undefined
}

interface Option {
  label: string
  Icon: ComponentType<IconProps>
  note?: string
  act: () => void
}

function Options({ options, onChosen }: { options: readonly Option[]; onChosen: () => void }) {
  return (
    <ul className="sheet-items">
      {options.map(({ label, Icon, note, act }) => (
        <li key={label}>
          <button
            type="button"
            className="sheet-item"
            onClick={() => {
              onChosen()
              act()
            }}
          >
            <Icon className="size-5 text-accent" />
            {label}
            {note && (
              <span aria-hidden="true" className="badge ms-auto">
                {note}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** SPEC 2: other ways to contact the person that they allow, in a sheet on a phone and in a menu elsewhere. */
export function ContactOptions({ personId, name, isSeller, product }: ContactOptionsProps) {
  const sheet = useRef<HTMLDialogElement>(null)
  const details = useRef<HTMLDialogElement>(null)
  const title = useId()
  const who = isSeller ? 'The seller' : isolated(name)
  const call = useContactAction(personId, who, 'phone', (value) => openPhone('tel', value))
  const text = useContactAction(personId, who, 'phone', (value) => openPhone('sms', value))
  const mail = useContactAction(personId, who, 'email', openMail)
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
    { label: 'View Contact Details', Icon: CardIcon, act: () => openModal(details.current) },
  ]
  return (
    <div className="contact-options">
      <Button
        aria-label="Contact options"
        aria-haspopup="dialog"
        className="contact-button px-3 max-md:rounded-full"
        onClick={() => openModal(sheet.current)}
      >
        <PhoneIcon className="size-5" />
        <span className="max-md:hidden">Contact</span>
      </Button>
      <dialog ref={sheet} aria-labelledby={title} closedby="any" className="sheet contact-sheet">
        <div className="flex items-center justify-between pt-2 pr-2 pl-4 font-bold">
          <h2 id={title}>{`Other ways to reach ${isolated(name)}`}</h2>
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
