import { Dialog } from '#web/platform/ui/dialogs/Dialog.tsx'
import { ProhibitedList } from './ProhibitedList.tsx'

export const ProhibitedSheet = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="What may not be sold here" width="wide" hasBar isSheet onClose={onClose}>
    <div className="grid gap-3 p-4">
      <p>It is against the law, or it hurts people. Such a listing is taken down, and we say why.</p>
      <ProhibitedList />
    </div>
  </Dialog>
)
