import type { UseFormReturn } from 'react-hook-form'
import type { ListingForm } from '#contract/selling/selling.ts'
import type { ListingValues } from './blank-listing.ts'

/** The form of a listing: what stands on the screen, and what it becomes once it is right. */
export type ListingFormState = UseFormReturn<ListingValues, unknown, ListingForm>
