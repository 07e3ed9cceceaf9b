import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Category } from '#contract/catalog/catalog.ts'
import { PROBLEMS } from '#contract/problem.ts'
import type { OwnProduct } from '#contract/selling/selling.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { FormError } from '#web/platform/forms/FormError.tsx'
import { useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { BulkUploader, type BulkUploaderProps } from '#web/photos/editor/BulkUploader.tsx'
import { usablePhotos } from '#web/photos/photo-entries.ts'
import { PhotoManager } from '#web/photos/PhotoManager.tsx'
import { PhotoTray } from '#web/photos/PhotoTray.tsx'
import { type PhotoUploads, usePhotoUploads } from '#web/photos/uploading/use-photo-uploads.ts'
import { Tabs } from '#web/platform/ui/Tabs.tsx'
import { useOnline } from '#web/platform/browser/use-online.ts'
import { ImeiField } from '#web/selling/editor/fields/ImeiField.tsx'
import { BasicInfo } from '#web/selling/editor/fields/BasicInfo.tsx'
import type { DraftSaver } from '#web/selling/drafts/draft-saver.ts'
import { EditorActions } from './EditorActions.tsx'
import { EditorNotices } from './EditorNotices.tsx'
import type { ListingFormState } from './listing-form-type.ts'
import type { StoredListing } from '#web/selling/drafts/stored-listings.ts'
import { ListingFields } from './listing-values.ts'
import { bulkPhotoGroup } from './photo-group.ts'
import { listingPhotoOptions } from './listing-photo-options.ts'
import { QualityChecklist } from '#web/selling/editor/fields/QualityChecklist.tsx'
import { SaveState } from '#web/selling/drafts/SaveState.tsx'
import { TemplateList } from '#web/selling/editor/fields/TemplateList.tsx'
import { usePublishing } from '#web/selling/drafts/use-publishing.ts'
import { SharedPhotos } from './SharedPhotos.tsx'
import { useStoring, useStoringPhotos, useSaver } from '#web/selling/drafts/use-saver.ts'

/** The tabs' names (SPEC 2). */
const TABS = {
  basic: 'Basic Info',
  images: 'Images',
  templates: 'Templates',
  bulk: 'Bulk Upload',
} as const
type TabName = keyof typeof TABS

interface ListingEditorProps {
  personId: string
  start: StoredListing
  /** The server's listing, if there is one and it was loaded. */
  product: OwnProduct | null
  categories: readonly Category[]
  title: string
  /** Called once people have typed or added something. */
  onBegun?: () => void
}

const isPhone = () => navigator.maxTouchPoints > 0 && matchMedia('(max-width: 47.99rem)').matches

/** On a phone, the title comes after the first photos without another tap. */
function goToTitle(form: ListingFormState): void {
  if (form.getValues('title') === '' && isPhone()) form.setFocus('title')
}

function useListingPhotos(personId: string, saver: DraftSaver, product: OwnProduct | null): PhotoUploads {
  const api = useApi()
  const isOnline = useOnline()
  const uploads = usePhotoUploads(
    listingPhotoOptions({ api, personId, saver, photos: product?.photos ?? [] }),
  )
  const { uploader } = uploads
  // A listing opened without a network does not know the server's photos.
  const isUnknown = product === null && saver.read().productId !== null
  useEffect(() => {
    if (isOnline && isUnknown) void uploader.refresh().catch(() => undefined)
  }, [isOnline, isUnknown, uploader])
  return uploads
}

function Panel({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  return (
    <div hidden={!isShown} className="pt-4">
      {children}
    </div>
  )
}

interface PhotoPanelProps {
  uploads: PhotoUploads
  isRequired: boolean
  isPublished: boolean
}

function PhotoPanel({ uploads, isRequired, isPublished }: PhotoPanelProps) {
  const isMissing = isRequired && usablePhotos(uploads.entries).length === 0
  return (
    <div className="grid gap-3">
      <FormError message={isMissing ? PROBLEMS['image-required'].message : undefined} />
      <PhotoManager uploads={uploads} label="Photos of this listing" />
      {isPublished && <p className="text-sm text-muted">Buyers see changes to these photos at once.</p>}
    </div>
  )
}

interface BulkPanelProps {
  personId: string
  saver: DraftSaver
  uploads: PhotoUploads
  onState: BulkUploaderProps['onState']
}

const BulkPanel = ({ personId, saver, uploads, onState }: BulkPanelProps) => (
  <BulkUploader
    personId={personId}
    group={bulkPhotoGroup(personId)}
    listingRoom={uploads.room}
    listing={() => saver.productId()}
    onListingChanged={() => void uploads.uploader.refresh().catch(() => undefined)}
    onState={onState}
    draftPath={(id) => `/edit-product/${id}`}
  />
)

function useWrongTabs(form: ListingFormState, uploads: PhotoUploads): TabName[] {
  const { errors, submitCount } = form.formState
  const { root: _root, ...fields } = errors
  const hasFailed = uploads.entries.some(({ state }) => state === 'error')
  const isMissing = submitCount > 0 && usablePhotos(uploads.entries).length === 0
  return [
    ...(Object.keys(fields).length > 0 ? (['basic'] as const) : []),
    ...(hasFailed || isMissing ? (['images'] as const) : []),
  ]
}

/** The form of a listing: four tabs, the checklist and the actions. */
export function ListingEditor(props: ListingEditorProps) {
  const { personId, start, product, categories, title, onBegun } = props
  const { isPublished, reason } = start
  const [saver, saved] = useSaver(personId, start)
  const form: ListingFormState = useZodForm(ListingFields, start.values)
  const uploads = useListingPhotos(personId, saver, product)
  const isOnline = useOnline()
  const [tab, setTab] = useState<TabName>('basic')
  const [hasSeenBulk, setHasSeenBulk] = useState(false)
  const [bulk, setBulk] = useState({ isBusy: false, isUnstored: false })
  useStoring(form, saver)
  useStoringPhotos(uploads, saver)

  // Load this code early: a waiting listing may have to be sent by a page that cannot load anything at first.
  useEffect(() => {
    if (isOnline) void import('#web/selling/drafts/send-listing.ts').catch(() => undefined)
  }, [isOnline])

  const hasBegun = saved.where !== 'server' || uploads.entries.length > 0
  useEffect(() => {
    if (hasBegun) onBegun?.()
    // oxlint-disable-next-line react/exhaustive-deps -- called once
  }, [hasBegun])

  function show(next: TabName) {
    flushSync(() => {
      setTab(next)
      if (next === 'bulk') setHasSeenBulk(true)
    })
  }

  const { submit, stage } = usePublishing({
    personId,
    form,
    saver,
    uploads,
    fields: () => show('basic'),
    photos() {
      show('images')
      document.getElementById('listing-photos')?.focus()
    },
  })

  return (
    <form
      method="post"
      noValidate
      className="listing-form"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="text-2xl font-bold">{title}</h1>
        <SaveState {...saved} isOnline={isOnline} isPublished={isPublished} />
      </div>
      <EditorNotices
        personId={personId}
        form={form}
        saver={saver}
        saved={saved}
        message={reason}
        uploads={uploads}
        onSave={submit}
      />
      <div className="mt-4 grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_17rem] lg:items-start lg:gap-x-6">
        <div className="min-w-0">
          <Tabs
            label="Parts of the listing"
            tabs={TABS}
            current={tab}
            onChange={show}
            wrong={useWrongTabs(form, uploads)}
          >
            <Panel isShown={tab === 'basic'}>
              <PhotoTray uploads={uploads} onOpen={() => show('images')} onFirst={() => goToTitle(form)} />
              {start.productId === null && <SharedPhotos uploader={uploads.uploader} />}
              <BasicInfo
                form={form}
                categories={categories}
                onNext={() => show('images')}
                onTemplates={isPublished ? undefined : () => show('templates')}
              />
              <ImeiField form={form} productId={() => saver.productId()} />
            </Panel>
            <Panel isShown={tab === 'images'}>
              <div id="listing-photos" tabIndex={-1} className="outline-none">
                <PhotoPanel
                  uploads={uploads}
                  isRequired={form.formState.submitCount > 0}
                  isPublished={isPublished}
                />
              </div>
            </Panel>
            <Panel isShown={tab === 'templates'}>
              <TemplateList
                form={form}
                categories={categories.map(({ id }) => id)}
                onFilled={() => {
                  show('basic')
                  form.setFocus('title')
                }}
              />
            </Panel>
            <Panel isShown={tab === 'bulk'}>
              {hasSeenBulk && (
                <BulkPanel personId={personId} saver={saver} uploads={uploads} onState={setBulk} />
              )}
            </Panel>
          </Tabs>
        </div>
        <QualityChecklist control={form.control} photos={usablePhotos(uploads.entries).length} />
      </div>
      <EditorActions form={form} saver={saver} saved={saved} uploads={uploads} bulk={bulk} stage={stage} />
    </form>
  )
}
