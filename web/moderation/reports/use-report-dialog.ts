import { lazyDialog } from '#web/platform/ui/dialogs/lazy-dialog.tsx'

export const useReportDialog = lazyDialog(async () => (await import('./ReportDialog.tsx')).ReportDialog)
