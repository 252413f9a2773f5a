import { useClient } from '../client/use-client'
import '../parts/fields.css'
import { Card } from './card'
import { DateDialog } from './date-dialog'
import { DeleteDialog } from './delete-dialog'
import { FilesDialog } from './files-dialog'
import { HistoryDialog } from './history-dialog'
import { LogOutDialog } from './log-out-dialog'
import { MessageMenu } from './message-menu'
import { MoveDialog } from './move-dialog'
import { NewMessageDialog } from './new-message-dialog'
import { closeOverlay, type Overlay } from '../base/overlay'
import { lazyView } from '../parts/lazy'
import { PinsDialog } from './pins-dialog'
import { ReceiptsDialog } from './receipts-dialog'
import { refusalOf } from './refusal'
import { RemindDialog } from './remind-dialog'
import { ReportDialog } from './report-dialog'
import { SaveViewDialog } from './save-view-dialog'
import { StatusDialog } from './status-dialog'
import { TopicsDialog } from './topics-dialog'
import { ViewMenu } from './view-menu'

const SummaryDialog = lazyView(async () => (await import('../assist/dialogs')).SummaryDialog)
const TranslationDialog = lazyView(async () => (await import('../assist/dialogs')).TranslationDialog)

/** The menu or the dialog that is open. */
export function Overlays(props: { overlay: Overlay }) {
  const client = useClient()
  const { setNotice } = client
  const { overlay } = props
  const close = () => closeOverlay(client, overlay)
  const refusal = refusalOf(client, overlay)
  if (refusal !== undefined) {
    queueMicrotask(close)
    return void setNotice({ text: refusal })
  }
  switch (overlay.kind) {
    case 'messageMenu':
      return <MessageMenu overlay={overlay} close={close} />
    case 'viewMenu':
      return <ViewMenu overlay={overlay} close={close} />
    case 'history':
      return <HistoryDialog message={overlay.message} close={close} />
    case 'receipts':
      return <ReceiptsDialog message={overlay.message} close={close} />
    case 'report':
      return <ReportDialog message={overlay.message} close={close} />
    case 'delete':
      return <DeleteDialog message={overlay.message} ids={overlay.ids} close={close} />
    case 'remind':
      return <RemindDialog message={overlay.message} close={close} />
    case 'move':
      return <MoveDialog topic={overlay.topic} message={overlay.message} ids={overlay.ids} close={close} />
    case 'date':
      return <DateDialog route={overlay.route} close={close} />
    case 'topics':
      return <TopicsDialog stream_id={overlay.stream_id} close={close} />
    case 'pins':
      return <PinsDialog place={overlay.place} close={close} />
    case 'files':
      return <FilesDialog place={overlay.place} close={close} />
    case 'saveView':
      return <SaveViewDialog route={overlay.route} name={overlay.name} close={close} />
    case 'newMessage':
      return <NewMessageDialog toPeople={overlay.toPeople === true} close={close} />
    case 'summary':
      return <SummaryDialog place={overlay.place} name={overlay.name} hasUnread={overlay.hasUnread} close={close} />
    case 'translation':
      return <TranslationDialog message={overlay.message} close={close} />
    case 'status':
      return <StatusDialog close={close} />
    case 'logOut':
      return <LogOutDialog close={close} />
    case 'card':
      return <Card card={overlay.card} close={close} />
  }
}
