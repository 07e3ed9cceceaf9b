import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useId } from 'react'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import {
  BIO_MAX,
  EMAIL_MAX,
  FULL_NAME_MAX,
  LOCATION_MAX,
  PHONE_MAX,
  USERNAME_MAX,
  WEBSITE_MAX,
} from '#contract/limits.ts'
import {
  type ContactVisibility,
  type Profile,
  ProfileForm as ProfileFields,
} from '#contract/accounts/profiles.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Field } from '#web/platform/forms/Field.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { CountedField } from '#web/platform/forms/CountedField.tsx'
import { useFormDraft } from '#web/platform/forms/use-form-draft.ts'
import { fieldOf, submitTo, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { cacheProfile } from './profile-query.ts'

const VISIBILITY_TEXTS: Record<ContactVisibility, string> = {
  everyone: 'Everyone',
  'signed-in': 'People who are logged in',
  nobody: 'Nobody',
}

function VisibilityField({ label, ...select }: ComponentProps<'select'> & { label: string }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="text-sm font-semibold">
        <span className="sr-only">{`${label}:`}</span> Shown to
      </label>
      <select id={id} {...select} className="field mt-1">
        {Object.entries(VISIBILITY_TEXTS).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

type Form = UseFormReturn<ProfileFields, unknown, ProfileFields>

function fieldsOf(profile: Profile): ProfileFields {
  const { id: _id, avatar: _avatar, phoneVerified: _verified, ...fields } = profile
  return fields
}

function PersonalFields({ form }: { form: Form }) {
  return (
    <>
      <div className="grid gap-4 lg:grid-cols-2">
        <Field
          label="Full name"
          autoComplete="name"
          maxLength={FULL_NAME_MAX}
          {...fieldOf(form, 'fullName')}
        />
        <Field
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={USERNAME_MAX}
          hint="Shown if you have no full name."
          {...fieldOf(form, 'username')}
        />
      </div>
      <CountedField
        label="Bio"
        rows={4}
        most={BIO_MAX}
        length={form.watch('bio').length}
        {...fieldOf(form, 'bio')}
      />
      <Field
        label="Location"
        autoComplete="address-level2"
        placeholder="Osu, Accra"
        maxLength={LOCATION_MAX}
        hint="A town or suburb is enough. Everyone sees it."
        {...fieldOf(form, 'location')}
      />
    </>
  )
}

const CONTACTS = [
  {
    name: 'email',
    visibility: 'emailVisibility',
    label: 'Email',
    input: { type: 'email', inputMode: 'email', autoComplete: 'email', maxLength: EMAIL_MAX },
  },
  {
    name: 'phone',
    visibility: 'phoneVisibility',
    label: 'Phone',
    input: { type: 'tel', inputMode: 'tel', autoComplete: 'tel', maxLength: PHONE_MAX },
  },
  {
    name: 'website',
    visibility: 'websiteVisibility',
    label: 'Website',
    input: { type: 'url', inputMode: 'url', autoComplete: 'url', maxLength: WEBSITE_MAX },
  },
] as const

function ContactFields({ form, profile }: { form: Form; profile: Profile }) {
  const hints: Partial<Record<FieldPath<ProfileFields>, string>> = {
    email: 'For buyers. To change how you log in, go to Settings.',
    ...(profile.phoneVerified && { phone: 'Verified. If you change it, you have to verify it again.' }),
  }
  return (
    <fieldset className="grid gap-5 border-t border-line pt-5">
      <legend className="sr-only">Contact details</legend>
      <div>
        <h3 className="font-bold" aria-hidden="true">
          Contact details
        </h3>
        <p className="mt-1 text-sm text-muted">
          Choose who sees each detail. People who are logged in tap a detail to see it.
        </p>
      </div>
      {CONTACTS.map(({ name, visibility, label, input }) => (
        <div key={name} className="grid gap-x-4 gap-y-2 lg:grid-cols-[1fr_12rem]">
          <Field
            label={label}
            {...input}
            required={name === 'email'}
            hint={hints[name]}
            {...fieldOf(form, name)}
          />
          <VisibilityField label={label} {...form.register(visibility)} />
        </div>
      ))}
    </fieldset>
  )
}

/**
 * Puts a number that was verified beside this form into it; otherwise saving would restore the old number.
 */
function useVerifiedPhone(form: Form, { phone }: Profile) {
  useEffect(() => form.resetField('phone', { defaultValue: phone }), [form, phone])
}

export function ProfileForm({ profile }: { profile: Profile }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const form = useZodForm(ProfileFields, fieldsOf(profile))
  const { isSubmitting } = form.formState
  useVerifiedPhone(form, profile)
  const forget = useFormDraft(form, { personId: profile.id, name: 'profile' })

  const submit = submitTo(
    form,
    async (body) => {
      const reply = await api.call('updateProfile', { body })
      cacheProfile(queryClient, reply)
      form.reset(fieldsOf(reply.profile))
      forget()
      showToast('Profile updated')
    },
    () => showToast('Update failed', 'Failed to update your profile'),
  )

  return (
    <section aria-labelledby="personal" className="card p-5 md:p-6">
      <h2 id="personal" className="text-lg font-bold">
        Personal information
      </h2>
      <Form form={form} onSubmit={submit} className="mt-4 grid gap-5">
        <PersonalFields form={form} />
        <ContactFields form={form} profile={profile} />
        <Button type="submit" look="primary" className="md:justify-self-end" busy={isSubmitting && 'Saving…'}>
          Save changes
        </Button>
      </Form>
    </section>
  )
}
