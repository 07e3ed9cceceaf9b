import type { UseFormReturn } from 'react-hook-form'
import type { ListingForm } from '#contract/selling/selling.ts'
import type { ListingValues } from './blank-listing.ts'

/** The form of a listing, with its values on the screen and its validated result. */
export type ListingFormState = UseFormReturn<ListingValues, unknown, ListingForm>
