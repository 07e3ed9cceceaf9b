import { Dialog } from '#web/platform/ui/dialogs/Dialog.tsx'
import { ProhibitedList } from './ProhibitedList.tsx'

export const ProhibitedSheet = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="What may not be sold here" width="wide" hasBar isSheet onClose={onClose}>
    <div className="grid gap-3 p-4">
      <p>These are against the law or hurt people. We take such listings down, and say why.</p>
      <ProhibitedList />
    </div>
  </Dialog>
)
