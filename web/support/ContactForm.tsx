import { CONTACT_SUBJECT_MAX, EMAIL_MAX, FULL_NAME_MAX, MESSAGE_MAX } from '#contract/limits.ts'
import { SubmitButton } from '#web/platform/forms/SubmitButton.tsx'
import { ContactField } from './ContactField.tsx'
import { type Outcome, useContactForm } from './use-contact-form.ts'

function Report({ outcome }: { outcome: Outcome }) {
  const sentFrom = outcome && 'sentFrom' in outcome ? outcome.sentFrom : undefined
  const failure = outcome && 'failure' in outcome ? outcome.failure : undefined
  return (
    <>
      <output className="block empty:hidden">
        {sentFrom && (
          <span className="notice notice-done block arrives">
            <strong className="block">Message sent</strong>
            {`We reply within 24 hours, to ${sentFrom}.`}
          </span>
        )}
      </output>
      <div role="alert" className="empty:hidden">
        {failure && (
          <p className="rounded-card bg-danger-soft px-4 py-3 text-danger">
            <strong className="block">Failed to send message</strong>
            {`${failure} What you typed is still here.`}
          </p>
        )}
      </div>
    </>
  )
}

/** Form that writes to support. The typed text stays if sending fails. */
export function ContactForm() {
  const { isSending, errors, outcome, submit, forget } = useContactForm()

  return (
    <form
      method="post"
      className="prose-form"
      noValidate
      onSubmit={(event) => void submit(event)}
      onInput={forget}
      aria-labelledby="write"
    >
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))] gap-4">
        <ContactField
          name="firstName"
          label="First name"
          autoComplete="given-name"
          maxLength={FULL_NAME_MAX}
          error={errors.firstName}
        />
        <ContactField
          name="lastName"
          label="Last name"
          autoComplete="family-name"
          maxLength={FULL_NAME_MAX}
          error={errors.lastName}
        />
      </div>
      <ContactField
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={EMAIL_MAX}
        error={errors.email}
      />
      <ContactField name="subject" label="Subject" maxLength={CONTACT_SUBJECT_MAX} error={errors.subject} />
      <ContactField name="message" label="Message" maxLength={MESSAGE_MAX} multiline error={errors.message} />
      <div>
        <SubmitButton action="Writing to us here" aria-disabled={isSending || undefined}>
          {isSending ? 'Sending…' : 'Send Message'}
        </SubmitButton>
      </div>
      <Report outcome={outcome} />
    </form>
  )
}
