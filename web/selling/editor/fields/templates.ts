import type { Condition } from '#contract/selling/choices.ts'
import { DESCRIPTION_PROMPTS } from '#contract/selling/description-prompts.ts'

interface TemplateField {
  name: string
  example: string
}

export interface ListingTemplate {
  id: string
  name: string
  /** A short hint about its contents. */
  hint: string
  /** Id of a category that fits; a deployment may not have it. */
  category: string
  /** A suggestion that the seller sees. */
  condition: Condition
  description: string
  tags: string[]
  customFields: TemplateField[]
}

const field = (name: string, example: string): TemplateField => ({ name, example })
const joinPrompts = (prompts: readonly string[]) => prompts.map((prompt) => `${prompt} `).join('\n')

/**
 * SPEC 2. Each template prompts for what buyers in Ghana want to know first, and claims nothing: prompts that the
 * seller leaves open are not published. Details that the category has as attributes are left out.
 */
export const TEMPLATES: ListingTemplate[] = [
  {
    id: 'smartphone',
    name: 'Smartphone',
    hint: 'Box and charger, IMEI, account lock',
    category: 'mobile',
    condition: 'good',
    description: joinPrompts(DESCRIPTION_PROMPTS.smartphone),
    tags: ['smartphone', 'phone'],
    customFields: [
      field('Box, charger', 'Both, original, with the cable'),
      field('IMEI', 'Checked by *#06#, shown when we meet'),
      field('Account lock', 'Signed out of iCloud and Google'),
    ],
  },
  {
    id: 'vehicle',
    name: 'Vehicle',
    hint: 'DVLA papers, duty, roadworthy and insurance',
    category: 'car',
    condition: 'good',
    description: joinPrompts(DESCRIPTION_PROMPTS.vehicle),
    tags: ['car', 'vehicle'],
    customFields: [
      field('Registration year', 'GR 2019'),
      field('DVLA papers', 'Complete and in my name'),
      field('Customs duty', 'Paid'),
      field('Roadworthy till', 'March 2027'),
      field('Insurance till', 'January 2027'),
    ],
  },
  {
    id: 'furniture',
    name: 'Furniture',
    hint: 'Measurements, taking apart and delivery',
    category: 'home-furniture-appliances',
    condition: 'good',
    description: joinPrompts(DESCRIPTION_PROMPTS.furniture),
    tags: ['furniture', 'home'],
    customFields: [
      field('Measurements', '200 × 90 × 80 cm'),
      field('Pieces', '3-seater and two chairs'),
      field('Termites', 'Treated last year'),
      field('Takes apart', 'Legs come off'),
      field('Delivery', 'Buyer arranges a pickup'),
    ],
  },
  {
    id: 'clothing',
    name: 'Clothing',
    hint: 'How often worn, where it is from',
    category: 'fashion',
    condition: 'like-new',
    description: joinPrompts(DESCRIPTION_PROMPTS.clothing),
    tags: ['fashion', 'clothing'],
    customFields: [field('Worn', 'Twice'), field('Origin', 'Sewn in Kumasi')],
  },
  {
    id: 'textbook',
    name: 'Textbook',
    hint: 'Subject, level, edition, notes in it',
    category: 'other',
    condition: 'good',
    description: joinPrompts(DESCRIPTION_PROMPTS.textbook),
    tags: ['textbook', 'school', 'books'],
    customFields: [
      field('Subject', 'Elective Mathematics'),
      field('Level', 'SHS 2, or Level 200'),
      field('Author', 'Aki-Ola'),
      field('Edition', '4th edition, 2022'),
      field('Used at', 'KNUST'),
      field('ISBN', '978-9988-…'),
      field('Pages missing', 'Page 12 is torn'),
    ],
  },
  {
    id: 'general',
    name: 'General Item',
    hint: 'Anything else: age, what works, what is included',
    category: 'other',
    condition: 'good',
    description: joinPrompts(DESCRIPTION_PROMPTS.general),
    tags: ['second hand'],
    customFields: [
      field('Age', '2 years'),
      field('Measurements', '40 × 30 × 25 cm'),
      field('Receipt', 'Yes, from Melcom'),
      field('Delivery', 'Buyer collects or arranges a dispatch rider'),
    ],
  },
]

const EXAMPLES = new Map(
  TEMPLATES.flatMap(({ customFields }) => customFields.map(({ name, example }) => [name, example] as const)),
)

/** Placeholder for the value of a detail with that name. */
export const findExample = (name: string): string | undefined => EXAMPLES.get(name)
