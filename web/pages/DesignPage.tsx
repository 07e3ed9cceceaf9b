import { type ReactNode, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { PageHead } from '#web/platform/head/PageHead.tsx'
import { CategoryRow } from '#web/catalog/CategoryRow.tsx'
import { cardHeart } from '#web/favourites/FavouriteButton.tsx'
import { useApi } from '#web/platform/api/api-context.ts'
import { Field, PasswordField } from '#web/platform/forms/Field.tsx'
import { Avatar } from '#web/platform/ui/Avatar.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { ConfirmDialog } from '#web/platform/ui/dialogs/ConfirmDialog.tsx'
import { Dialog } from '#web/platform/ui/dialogs/Dialog.tsx'
import { Drawing, type DrawingName } from '#web/platform/ui/Drawing.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Tabs } from '#web/platform/ui/Tabs.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { UnreadBadge } from '#web/platform/ui/UnreadBadge.tsx'
import { ProductGrid } from '#web/products/ProductGrid.tsx'
import { featuredQuery } from '#web/products/queries.ts'
import { productsPath } from '#web/search/filters.ts'

const SURFACES = [
  ['Ground', 'bg-surface'],
  ['Raised', 'bg-raised'],
  ['Sunken', 'bg-sunken'],
  ['Action', 'bg-accent-soft text-accent'],
  ['Special', 'bg-gold-soft text-gold'],
  ['Verified', 'bg-verified-soft text-verified'],
  ['Danger', 'bg-danger-soft text-danger'],
] as const

const DRAWINGS: readonly DrawingName[] = [
  'bird',
  'boat',
  'calabash',
  'drum',
  'head-pan',
  'kente',
  'kiosk',
  'phone',
  'scales',
  'stall',
  'stool',
  'trotro',
]

const TEXTS = [
  ['text-2xl font-bold', '28 on 34, bold'],
  ['text-xl font-bold', '22 on 28, bold'],
  ['text-lg font-semibold', '18 on 24, semibold'],
  ['text-base', '16 on 24'],
  ['text-sm text-muted', '14 on 20, muted'],
  ['text-xs', '12 on 16'],
] as const

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-8">
      <h2 className="mb-3 text-lg font-bold">{title}</h2>
      {children}
    </section>
  )
}

function Buttons() {
  return (
    <div className="flex flex-wrap gap-3">
      <Button look="primary">Primary</Button>
      <Button>Quiet</Button>
      <Button look="danger">Danger</Button>
      <Button look="text">Text</Button>
      <Button look="primary" busy="Working…">
        Busy
      </Button>
      <Button disabled>Disabled</Button>
    </div>
  )
}

function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'confirm'>()
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => setOpen('dialog')}>Dialog</Button>
      <Button onClick={() => setOpen('confirm')}>Confirmation</Button>
      <Button onClick={() => showToast('Saved', 'A toast never covers an action.')}>Toast</Button>
      {open === 'dialog' && (
        <Dialog title="A dialog" hasBar onClose={() => setOpen(undefined)}>
          <p className="p-4">It keeps the focus and returns it when it closes.</p>
        </Dialog>
      )}
      {open === 'confirm' && (
        <ConfirmDialog
          title="Delete this?"
          action="Delete"
          busy="Deleting…"
          isDanger
          onConfirm={() => Promise.resolve(undefined)}
          onClose={() => setOpen(undefined)}
        >
          <p className="mt-2">It cannot be undone.</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

function Fields() {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Field label="Name" placeholder="Ama Mensah" hint="The name that others see." />
      <Field label="Price" error="Price must be a valid number" defaultValue="a lot" />
      <PasswordField label="Password" />
      <Field label="Disabled" disabled defaultValue="Not now" />
    </div>
  )
}

function Marks() {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <span className="badge">New today</span>
      <span className="badge badge-gold">Price drop</span>
      <span className="badge badge-sold">Sold</span>
      <UnreadBadge count={3} />
      <button type="button" className="chip">
        Chip
      </button>
      <button type="button" className="chip" aria-pressed="true">
        Chosen
      </button>
      <Avatar name="Ama Mensah" src={null} />
    </div>
  )
}

function Notices() {
  return (
    <div className="grid gap-3">
      <Notice>Meet in a public place, check the item, and pay only then.</Notice>
      <Notice look="warn">This price is far below what similar ones cost.</Notice>
      <Notice look="danger">Never give a code from an SMS to anybody.</Notice>
    </div>
  )
}

/** The strip marks what is special; a screen has at most one besides the header's. */
function Kente() {
  return (
    <div className="grid gap-3">
      <p className="text-sm text-muted">
        One strip a screen, besides that of the header: whole above a listing that was just published, short
        at the edge of what is done, reserved or verified.
      </p>
      <div className="card max-w-md overflow-hidden">
        <div className="kente kente-woven" />
        <p className="p-4 font-bold">Buyers can see it now</p>
      </div>
      <Notice look="done">Thank you. We will look at it and tell you the outcome.</Notice>
      <div className="flex flex-wrap gap-3">
        <span className="badge badge-reserved badge-thread">Reserved</span>
        <span className="badge badge-verified">Phone verified</span>
      </div>
    </div>
  )
}

function Cards() {
  const products = useQuery(featuredQuery(useApi())).data?.products
  return products ? (
    <ProductGrid products={products} headingLevel={3} actionOf={cardHeart} />
  ) : (
    <div className="product-grid" aria-busy="true">
      <div className="skeleton aspect-[4/5]" />
      <div className="skeleton aspect-[4/5]" />
    </div>
  )
}

/** The components that screens consist of, side by side; only on a developer's machine. */
export function DesignPage() {
  const [tab, setTab] = useState<'one' | 'other'>('one')
  return (
    <div className="page py-6">
      <PageHead
        title="Design"
        description="The parts that screens are built from."
        path="/dev/ui"
        index={false}
      />
      <h1 className="text-2xl font-bold">Design</h1>
      <Part title="Surfaces">
        <ul className="grid grid-cols-2 gap-3 md:grid-cols-4">
          {SURFACES.map(([name, look]) => (
            <li key={name} className={`rounded-card border border-line p-4 ${look}`}>
              {name}
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Text">
        {TEXTS.map(([look, words]) => (
          <p key={look} className={look}>
            {words}
          </p>
        ))}
        <p className="price">GH₵1,250.00</p>
      </Part>
      <Part title="Buttons">
        <Buttons />
      </Part>
      <Part title="Fields">
        <Fields />
      </Part>
      <Part title="Marks and chips">
        <Marks />
      </Part>
      <Part title="Kente">
        <Kente />
      </Part>
      <Part title="Notices">
        <Notices />
      </Part>
      <Part title="Tabs">
        <Tabs label="Example" tabs={{ one: 'One', other: 'Other' }} current={tab} onChange={setTab}>
          <p className="p-4">{tab === 'one' ? 'The first panel.' : 'The other panel.'}</p>
        </Tabs>
      </Part>
      <Part title="Dialogs and toasts">
        <Overlays />
      </Part>
      <Part title="Categories">
        <CategoryRow hrefOf={(category) => productsPath({ category })} />
      </Part>
      <Part title="Cards">
        <Cards />
      </Part>
      <Part title="Drawings">
        <ul className="grid grid-cols-2 gap-3 text-center text-sm md:grid-cols-6">
          {DRAWINGS.map((name) => (
            <li key={name}>
              <Drawing name={name} />
              {name}
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Empty state and failure">
        <EmptyState drawing="stall" title="Nothing yet">
          <p>It says what to do next.</p>
        </EmptyState>
        <LoadFailure message="Failed to load" retry={() => showToast('Tried again')} />
      </Part>
    </div>
  )
}
