import { createMemo, createUniqueId, For, Show } from 'solid-js'
import { labelOf } from '../base/labels'
import { useClient } from '../client/use-client'
import { keyOfRoute } from '../routes/route'
import { conversationOf } from '../store/conversations'
import { refusalToWrite } from '../store/may-write'
import type { Message } from '../store/messages'
import type { Buttons, Choice } from '../store/widgets'
import { words } from '../words/en'
import { laterWords } from '../words/en-later'
import { mentionOf } from './quoting'

/**
 * The buttons of a program. Each one says what the user will have written: a press sends the reply as a message of the user, in a
 * channel with a mention of the program, as the reference does. The outbox sends it once, also after a cut.
 */
export function ButtonsView(props: { message: Message; buttons: Buttons }) {
  const client = useClient()
  const { outbox, store, watch } = client
  const place = createMemo(() => conversationOf(props.message, store.state.user_id))
  const contentOf = ({ reply }: Choice) =>
    place().view === 'topic' ? mentionOf(client, props.message.sender_id) + reply : reply

  const mayWrite = () => {
    for (const part of ['groups', 'realm', 'channels', 'people'] as const) watch(part)
    return refusalToWrite(store.state, place()) === undefined
  }
  /** The reply is on its way: a second press would send it twice. */
  const isSending = (choice: Choice) => {
    watch('outbox')
    const content = contentOf(choice)
    return outbox.entriesOf(keyOfRoute(place())).some((entry) => entry.content === content && entry.state !== 'refused')
  }
  function press(choice: Choice) {
    const to = place()
    if (isSending(choice) || !mayWrite()) return
    outbox.send(to, contentOf(choice))
    if (!client.isAt(to))
      client.setNotice({
        text: words.composer.sentTo(labelOf(client, to)),
        action: { label: words.composer.openSent, run: () => client.go(to) },
      })
  }
  return (
    <div class="widget" role="group" aria-label={props.buttons.heading || laterWords.widgets.buttons}>
      <Show when={props.buttons.heading}>
        <p class="widget-title" dir="auto">
          {props.buttons.heading}
        </p>
      </Show>
      <For each={props.buttons.choices}>
        {(choice) => (
          <ChoiceButton choice={choice} isOff={!mayWrite()} isSending={isSending(choice)} press={() => press(choice)} />
        )}
      </For>
    </div>
  )
}

function ChoiceButton(props: { choice: Choice; isOff: boolean; isSending: boolean; press: () => void }) {
  const { name, text, reply } = props.choice
  const id = createUniqueId()
  return (
    <button
      class="option choice"
      disabled={props.isOff}
      aria-disabled={props.isSending}
      aria-describedby={reply === name || reply === text ? undefined : id}
      onClick={() => props.press()}
    >
      <b class="name" dir="auto">
        {name}
      </b>
      <Show when={text !== name}>
        <span class="name" dir="auto">
          {text}
        </span>
      </Show>
      <Show when={reply !== name && reply !== text}>
        <span class="sends" dir="auto" id={id}>
          {laterWords.widgets.sends(reply)}
        </span>
      </Show>
    </button>
  )
}
