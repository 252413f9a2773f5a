// Both dialogs, so that they load as one script.

export { SummaryDialog } from './summary-dialog'
export { TranslationDialog } from './translation-dialog'
