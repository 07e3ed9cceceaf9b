import { lazyDialog } from '#web/platform/ui/dialogs/lazy-dialog.tsx'

/** Its code loads when somebody opens it. */
export const usePersonSheet = lazyDialog(async () => (await import('./PersonSheet.tsx')).PersonSheet)
