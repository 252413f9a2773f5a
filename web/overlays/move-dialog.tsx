import { createEffect, createSignal, For, on, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { isComposing } from '../keys/composing'
import { Dialog } from '../parts/dialog'
import { channelsInOrder, type Conversation } from '../store/conversations'
import type { Message } from '../store/messages'
import { newestIdOf } from '../base/resolve-topic'
import { Refusal } from '../wire/requests'
import { words as general } from '../words/en'
import { overlayWords as words } from '../words/en-overlays'

type Topic = Extract<Conversation, { view: 'topic' }>

const MAX_SUGGESTIONS = 200

const MODES = ['change_one', 'change_later', 'change_all'] as const

const modeIn = (fields: FormData) => MODES.find((mode) => mode === fields.get('mode')) ?? 'change_all'

/** Moves messages to another topic or channel. Without a message, it renames or moves the whole topic. */
export function MoveDialog(props: { topic: Topic; message: Message | undefined; close: () => void }) {
  const client = useClient()
  const { ask, go, report, setNotice, store } = client
  const { topic: from, message } = props
  const [stream_id, setStreamId] = createSignal(from.stream_id)
  const [topic, setTopic] = createSignal(from.topic)
  const [existing, setExisting] = createSignal<string[]>([])
  const [error, setError] = createSignal('')
  createEffect(
    on(stream_id, (id) => {
      ask('GET /users/me/:stream_id/topics', { stream_id: id, allow_empty_topic_name: true })
        .then(({ topics }) => setExisting(topics.map(({ name }) => name)))
        .catch(report)
    }),
  )
  const isSame = () => stream_id() === from.stream_id && fold(topic()) === fold(from.topic)
  const merges = () => !isSame() && existing().some((name) => fold(name) === fold(topic()))

  async function move(event: SubmitEvent & { currentTarget: HTMLFormElement }) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    try {
      const id = message?.id ?? (await newestIdOf(client, from))
      if (id === undefined) return
      await ask('PATCH /messages/:message_id', {
        message_id: id,
        ...(topic() === from.topic ? {} : { topic: topic().trim() }),
        ...(stream_id() === from.stream_id ? {} : { stream_id: stream_id() }),
        propagate_mode: modeIn(fields),
        send_notification_to_old_thread: fields.has('old'),
        send_notification_to_new_thread: fields.has('new'),
      })
      props.close()
      setNotice({ text: words.moved })
      go({ view: 'topic', stream_id: stream_id(), topic: topic().trim(), ...(message ? { near: message.id } : {}) })
    } catch (failure) {
      setError(failure instanceof Refusal ? failure.message : general.unreachable)
    }
  }

  return (
    <Dialog
      title={message ? words.moveTitle : words.renameTitle}
      close={props.close}
      footer={
        <button class="send" form="move" disabled={topic() === from.topic && stream_id() === from.stream_id}>
          {words.moveButton}
        </button>
      }
    >
      <form id="move" class="fields" onSubmit={(event) => void move(event)}>
        <label>
          {words.topic}
          <input
            value={from.topic}
            list="move-topics"
            maxlength={store.state.max_topic_length}
            dir="auto"
            autocomplete="off"
            autofocus
            onInput={({ currentTarget }) => setTopic(currentTarget.value)}
            onKeyDown={(event) => {
              // Firefox keeps Escape for the list of a field. Until the user writes, there is nothing to choose from it.
              if (event.key !== 'Escape' || isComposing(event) || topic() !== from.topic) return
              event.preventDefault()
              event.currentTarget.closest('dialog')?.close()
            }}
          />
        </label>
        <datalist id="move-topics">
          <For each={existing().slice(0, MAX_SUGGESTIONS)}>{(name) => <option value={name} />}</For>
        </datalist>
        <Show when={merges()}>
          <p role="status">{words.merges}</p>
        </Show>
        <label>
          {words.channel}
          <select onChange={({ currentTarget }) => setStreamId(Number(currentTarget.value))}>
            <For each={channelsInOrder(store.state)}>
              {(channel) => (
                <option value={channel.stream_id} selected={channel.stream_id === from.stream_id}>
                  {channel.name}
                </option>
              )}
            </For>
          </select>
        </label>
        <Show when={message}>
          <label>
            {words.which}
            <select name="mode">
              <For each={Object.entries(words.whichOptions)}>
                {([mode, text]) => (
                  <option value={mode} selected={mode === 'change_later'}>
                    {text}
                  </option>
                )}
              </For>
            </select>
          </label>
        </Show>
        <label class="choice">
          <input type="checkbox" name="new" checked /> {words.notifyNew}
        </label>
        <label class="choice">
          <input type="checkbox" name="old" /> {words.notifyOld}
        </label>
        <Show when={error()}>
          <p class="fail" role="alert">
            {error()}
          </p>
        </Show>
      </form>
    </Dialog>
  )
}

const fold = (topic: string) => topic.trim().toLowerCase()
