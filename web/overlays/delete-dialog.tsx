import { useClient } from '../client/use-client'
import { Dialog } from '../parts/dialog'
import { textOfHtml } from '../parts/html-text'
import type { Message } from '../store/messages'
import { overlayWords as words } from '../words/en-overlays'
import { words as general } from '../words/en'

/** Deleting cannot be undone, so the user confirms it. */
export function DeleteDialog(props: { message: Message; close: () => void }) {
  const { ask, report } = useClient()
  const remove = () => {
    ask('DELETE /messages/:message_id', { message_id: props.message.id }).catch(report)
    props.close()
  }
  return (
    <Dialog
      title={words.deleteTitle}
      close={props.close}
      footer={
        <>
          <button class="send danger" onClick={remove}>
            {words.confirmDelete}
          </button>
          <button class="act" onClick={() => props.close()}>
            {general.cancel}
          </button>
        </>
      }
    >
      <p>{words.deleteText}</p>
      <blockquote dir="auto">{textOfHtml(props.message.content, 200)}</blockquote>
    </Dialog>
  )
}
