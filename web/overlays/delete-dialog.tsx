import { Show } from 'solid-js'
import { selectMessages } from '../base/selected-messages'
import { useClient } from '../client/use-client'
import { Dialog } from '../parts/dialog'
import { textOfHtml } from '../parts/html-text'
import type { Message } from '../store/messages'
import { overlayWords as words } from '../words/en-overlays'
import { laterWords } from '../words/en-later'

/** Deleting cannot be undone, so the user confirms it. */
export function DeleteDialog(props: { message: Message; ids: number[] | undefined; close: () => void }) {
  const client = useClient()
  const { ask, report } = client
  const isMany = props.ids !== undefined
  const remove = () => {
    void removeAll(props.ids ?? [props.message.id]).catch(report)
    if (isMany) selectMessages(client, [])
    props.close()
  }
  /** One after the other: others wait for no burst. */
  async function removeAll(ids: readonly number[]) {
    for (const message_id of ids) await ask('DELETE /messages/:message_id', { message_id })
  }
  return (
    <Dialog
      title={isMany ? words.selection.deleteTitle : words.deleteTitle}
      close={props.close}
      footer={
        <>
          <button class="send danger" onClick={remove}>
            {words.confirmDelete}
          </button>
          <button class="act" onClick={() => props.close()}>
            {laterWords.cancel}
          </button>
        </>
      }
    >
      <p>{isMany ? words.selection.deleteText : words.deleteText}</p>
      <Show when={!isMany}>
        <blockquote dir="auto">{textOfHtml(props.message.content, 200)}</blockquote>
      </Show>
    </Dialog>
  )
}
