import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
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
import { type Profile, ProfileForm as ProfileFields } from '#contract/accounts/profiles.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { Field } from '#web/platform/forms/Field.tsx'
import { FormError } from '#web/platform/forms/FormError.tsx'
import { CountedField } from '#web/platform/forms/CountedField.tsx'
import { showProblem, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { showToast } from '#web/platform/ui/toast.ts'
import { cacheProfile } from './profile-query.ts'
import { VisibilityField } from './VisibilityField.tsx'

type Form = UseFormReturn<ProfileFields, unknown, ProfileFields>

function fieldsOf(profile: Profile): ProfileFields {
  const { id: _id, avatar: _avatar, phoneVerified: _verified, ...fields } = profile
  return fields
}

function PersonalFields({ form }: { form: Form }) {
  const { errors } = form.formState
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <Field
          label="Full name"
          autoComplete="name"
          maxLength={FULL_NAME_MAX}
          error={errors.fullName?.message}
          {...form.register('fullName')}
        />
        <Field
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={USERNAME_MAX}
          hint="Shown where there is no full name."
          error={errors.username?.message}
          {...form.register('username')}
        />
      </div>
      <CountedField
        label="Bio"
        rows={4}
        most={BIO_MAX}
        length={form.watch('bio').length}
        error={errors.bio?.message}
        {...form.register('bio')}
      />
      <Field
        label="Location"
        autoComplete="address-level2"
        placeholder="Osu, Accra"
        maxLength={LOCATION_MAX}
        hint="A town or suburb is enough. Everyone sees it."
        error={errors.location?.message}
        {...form.register('location')}
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
  const { errors } = form.formState
  const hints: Partial<Record<FieldPath<ProfileFields>, string>> = {
    email: 'For buyers. How you sign in is in Settings.',
    ...(profile.phoneVerified && { phone: 'Verified. Another number has to be verified again.' }),
  }
  return (
    <fieldset className="grid gap-5 border-t border-line pt-5">
      <legend className="sr-only">Contact details</legend>
      <div>
        <h3 className="font-bold" aria-hidden="true">
          Contact details
        </h3>
        <p className="mt-1 text-sm text-muted">
          Choose who sees each of them. What is for signed-in people appears one by one, when they ask for it.
        </p>
      </div>
      {CONTACTS.map(({ name, visibility, label, input }) => (
        <div key={name} className="grid gap-x-4 gap-y-2 md:grid-cols-[1fr_12rem]">
          <Field
            label={label}
            {...input}
            required={name === 'email'}
            hint={hints[name]}
            error={errors[name]?.message}
            {...form.register(name)}
          />
          <VisibilityField label={label} {...form.register(visibility)} />
        </div>
      ))}
    </fieldset>
  )
}

/** A number that was verified beside this form belongs into it, or saving would take it back. */
function useVerifiedPhone(form: Form, { phone }: Profile) {
  useEffect(() => form.resetField('phone', { defaultValue: phone }), [form, phone])
}

export function ProfileForm({ profile }: { profile: Profile }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const form = useZodForm(ProfileFields, fieldsOf(profile))
  const { errors, isSubmitting } = form.formState
  useVerifiedPhone(form, profile)

  const submit = form.handleSubmit(async (body) => {
    try {
      const reply = await api.call('updateProfile', { body })
      cacheProfile(queryClient, reply)
      form.reset(fieldsOf(reply.profile))
      showToast('Profile updated')
    } catch (error) {
      showProblem(form, error)
      showToast('Update failed', 'Failed to update your profile')
    }
  })

  return (
    <section aria-labelledby="personal" className="card p-5 md:p-6">
      <h2 id="personal" className="text-lg font-bold">
        Personal information
      </h2>
      <form method="post" onSubmit={(event) => void submit(event)} noValidate className="mt-4 grid gap-5">
        <FormError message={errors.root?.message} />
        <PersonalFields form={form} />
        <ContactFields form={form} profile={profile} />
        <button type="submit" className="button button-primary md:justify-self-end" disabled={isSubmitting}>
          {isSubmitting ? 'Saving…' : 'Save changes'}
        </button>
      </form>
    </section>
  )
}
