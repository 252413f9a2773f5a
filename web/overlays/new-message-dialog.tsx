import { createSignal, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { Dialog } from '../parts/dialog'
import { Picker, type PickerItem } from '../parts/people-picker'
import type { Route } from '../routes/route'
import { allChannels } from '../store/all-channels'
import { directConversation } from '../store/conversations'
import { isLinkGuest, refusalToWrite } from '../store/may-write'
import { writeTo } from '../base/write-to'
import { words as general } from '../words/en'
import { overlayWords as words } from '../words/en-overlays'

// In the list, the number of a channel is negative, and that of a person positive.

/** Chooses a channel, or one or several people, and opens the composer there. */
export function NewMessageDialog(props: { toPeople: boolean; close: () => void }) {
  const client = useClient()
  const { names, store } = client
  const [chosen, setChosen] = createSignal<number[]>([])
  const mayWriteTo = (user_id: number) =>
    !isLinkGuest(store.state) ||
    refusalToWrite(store.state, directConversation([user_id], store.state.user_id)) === undefined
  const people: PickerItem[] = [...store.state.realm_users]
    .filter(({ user_id }) => mayWriteTo(user_id))
    .map(({ user_id, full_name }) => ({ id: user_id, name: full_name }))
  const channels: PickerItem[] = props.toPeople
    ? []
    : allChannels(store.state).map(({ stream_id, name }) => ({ id: -stream_id, name: `# ${name}` }))

  function choose(ids: number[]) {
    const channel = ids.find((id) => id < 0)
    if (channel === undefined) setChosen(ids)
    else open({ view: 'channel', stream_id: -channel })
  }
  function open(to: Route) {
    props.close()
    writeTo(client, to)
  }

  return (
    <Dialog title={props.toPeople ? words.newDirect : general.composer.newMessage} close={props.close}>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault()
          open(directConversation(chosen(), store.state.user_id))
        }}
      >
        <Picker
          label={props.toPeople ? words.toPeople : words.toPeopleOrChannel}
          chosen={chosen().map((id) => ({ id, name: names.user(id) }))}
          all={[...channels, ...people]}
          change={choose}
          hasFocus
        />
        <Show when={chosen().length > 0}>
          <p class="form-foot">
            <button class="send">{words.writeMessage}</button>
          </p>
        </Show>
      </form>
    </Dialog>
  )
}
