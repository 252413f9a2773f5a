import { createSignal, onMount, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { Dialog } from '../parts/dialog'
import { PeopleList } from '../parts/people-list'
import type { Message } from '../store/messages'
import { overlayWords as words } from '../words/en-overlays'

/** Who has read a message. Users who do not send read receipts are not in the list. */
export function ReceiptsDialog(props: { message: Message; close: () => void }) {
  const { ask, names, report } = useClient()
  const [readers, setReaders] = createSignal<number[]>()
  const { id } = props.message
  async function load() {
    try {
      const { user_ids } = await ask('GET /messages/:message_id/read_receipts', { message_id: id })
      setReaders(user_ids.toSorted((a: number, b: number) => names.user(a).localeCompare(names.user(b))))
    } catch (error) {
      report(error)
      props.close()
    }
  }
  onMount(() => void load())
  return (
    <Dialog title={words.receipts} close={props.close}>
      <Show when={readers()} fallback={<p class="quiet">{words.loading}</p>}>
        {(ids) => (
          <>
            <p class="quiet">{ids().length === 0 ? words.noReceipts : words.readBy(ids().length)}</p>
            <PeopleList user_ids={ids()} />
          </>
        )}
      </Show>
    </Dialog>
  )
}
