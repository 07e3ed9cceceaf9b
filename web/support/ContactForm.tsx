import { type InputEvent, type SubmitEvent, useState } from 'react'
import { usePublicConfig } from '#web/app/public-config.ts'
import { useHydrated } from '#web/app/use-hydrated.ts'
import {
  CONTACT_FIELDS,
  checkLetter,
  type ContactErrors,
  type ContactLetter,
  letterAddress,
  readLetter,
} from './contact-letter.ts'
import { ContactField } from './ContactField.tsx'

/** Checks the letter and hands it to the visitor's own e-mail program. */
export function ContactForm() {
  const { supportEmail } = usePublicConfig()
  const isReady = useHydrated()
  const [errors, setErrors] = useState<ContactErrors>({})
  const [letter, setLetter] = useState<ContactLetter | null>(null)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const written = readLetter(new FormData(form))
    const found = checkLetter(written)
    setErrors(found)
    const firstWrong = CONTACT_FIELDS.find((field) => found[field])
    setLetter(firstWrong ? null : written)
    if (firstWrong) form.querySelector<HTMLElement>(`#${firstWrong}`)?.focus()
  }

  function forget(event: InputEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement
    setErrors((known) => ({ ...known, [name]: undefined }))
    setLetter(null)
  }

  return (
    <form className="prose-form" noValidate onSubmit={submit} onInput={forget} aria-labelledby="write">
      <div className="prose-form-pair">
        <ContactField
          name="firstName"
          label="First name"
          autoComplete="given-name"
          maxLength={50}
          error={errors.firstName}
        />
        <ContactField
          name="lastName"
          label="Last name"
          autoComplete="family-name"
          maxLength={50}
          error={errors.lastName}
        />
      </div>
      <ContactField
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={254}
        error={errors.email}
      />
      <ContactField name="subject" label="Subject" maxLength={100} error={errors.subject} />
      <ContactField name="message" label="Message" maxLength={5000} multiline error={errors.message} />
      <div>
        <button type="submit" className="button button-primary" disabled={!isReady}>
          Send Message
        </button>
      </div>
      <output className="block">
        {letter ? (
          <span className="prose-note block">
            Sending from this page is not open yet. Your message is ready in an e-mail instead:{' '}
            <a href={letterAddress(supportEmail, letter)} className="link">
              open it in your e-mail app
            </a>{' '}
            and send it to {supportEmail}.
          </span>
        ) : null}
      </output>
    </form>
  )
}
