import { createEffect, createSignal, For, on, Show } from 'solid-js'
import { selectMessages } from '../base/selected-messages'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { isComposing } from '../keys/composing'
import { Dialog } from '../parts/dialog'
import { channelsInOrder, type Conversation } from '../store/conversations'
import { mayChangeTopic, mayMoveOut } from '../store/may-act'
import { mayPost } from '../store/may-write'
import type { Message } from '../store/messages'
import { newestIdOf } from '../base/resolve-topic'
import { waitingRequest } from '../base/waiting-changes'
import { Refusal } from '../wire/requests'
import { words as general } from '../words/en'
import { overlayWords as words } from '../words/en-overlays'
import { Failure } from '../parts/failure'
import { CheckField, ChoiceField } from '../settings/form-fields'

type Topic = Extract<Conversation, { view: 'topic' }>

const MAX_SUGGESTIONS = 200

const MODES = ['change_one', 'change_later', 'change_all'] as const

const modeIn = (fields: FormData) => MODES.find((mode) => mode === fields.get('mode')) ?? 'change_all'

/** Where the messages go, and the topics that the channel has already. */
function createTarget({ ask, report, store, channelOf }: Client, from: Topic) {
  const [stream_id, setStreamId] = createSignal(from.stream_id)
  const [topic, setTopic] = createSignal(from.topic)
  const [existing, setExisting] = createSignal<string[]>([])
  createEffect(
    on(stream_id, (id) => {
      ask('GET /users/me/:stream_id/topics', { stream_id: id, allow_empty_topic_name: true })
        .then(({ topics }) => setExisting(topics.map(({ name }) => name)))
        .catch(report)
    }),
  )
  const isSame = () => stream_id() === from.stream_id && fold(topic()) === fold(from.topic)
  const merges = () => !isSame() && existing().some((name) => fold(name) === fold(topic()))
  const mayRename = () => mayChangeTopic(store.state, channelOf(from.stream_id), channelOf(stream_id()))
  /** Without the permission for the new channel, the messages keep their topic. */
  function chooseChannel(id: number) {
    setStreamId(id)
    if (!mayRename()) setTopic(from.topic)
  }
  return { stream_id, chooseChannel, topic, setTopic, existing, merges, mayRename }
}

type Change = { topic?: string; stream_id?: number; propagate_mode: (typeof MODES)[number] }

/** Returns what is different at the new place. */
const changesOf = (
  from: Topic,
  { topic, stream_id }: { topic: string; stream_id: number },
): Omit<Change, 'propagate_mode'> => ({
  ...(topic === from.topic ? {} : { topic }),
  ...(stream_id === from.stream_id ? {} : { stream_id }),
})

/** The server says once that messages have moved. */
async function moveAll({ ask }: Client, ids: readonly number[], change: Change, fields: FormData): Promise<void> {
  for (const [at, message_id] of ids.entries())
    await ask('PATCH /messages/:message_id', {
      message_id,
      ...change,
      send_notification_to_old_thread: at === 0 && fields.has('old'),
      send_notification_to_new_thread: at === 0 && fields.has('new'),
    })
}

/** Moves messages to another topic or channel. Without a message, it renames or moves the whole topic. */
export function MoveDialog(props: {
  topic: Topic
  message: Message | undefined
  ids: number[] | undefined
  close: () => void
}) {
  const client = useClient()
  const { go, setNotice } = client
  const { topic: from, message, ids } = props
  const { stream_id, chooseChannel, topic, setTopic, existing, merges, mayRename } = createTarget(client, from)
  const [error, setError] = createSignal('')
  async function move(event: SubmitEvent & { currentTarget: HTMLFormElement }) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    try {
      const id = message?.id ?? (await newestIdOf(client, from))
      if (id === undefined) return
      const to = { topic: topic().trim(), stream_id: stream_id() }
      const propagate_mode = ids ? 'change_one' : modeIn(fields)
      await moveAll(client, ids ?? [id], { ...changesOf(from, to), propagate_mode }, fields)
      if (ids) selectMessages(client, [])
      props.close()
      if (waitingRequest(client, ids?.[0] ?? id)) return
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
        <Show when={mayRename()}>
          <TopicField from={from.topic} topic={topic()} setTopic={setTopic} existing={existing()} />
        </Show>
        <Show when={merges()}>
          <p role="status">{words.merges}</p>
        </Show>
        <Show when={mayMoveOut(client.store.state, client.channelOf(from.stream_id))}>
          <ChannelField from={from.stream_id} choose={chooseChannel} />
        </Show>
        <Show when={message && !ids}>
          <ChoiceField label={words.which} name="mode" options={words.whichOptions} value="change_later" />
        </Show>
        <NoticeFields />
        <Failure text={error()} />
      </form>
    </Dialog>
  )
}

function TopicField(props: { from: string; topic: string; setTopic: (topic: string) => void; existing: string[] }) {
  const { store } = useClient()
  return (
    <>
      <label>
        {words.topic}
        <input
          value={props.from}
          list="move-topics"
          maxlength={store.state.max_topic_length}
          dir="auto"
          autocomplete="off"
          autofocus
          onInput={({ currentTarget }) => props.setTopic(currentTarget.value)}
          onKeyDown={(event) => {
            // Firefox keeps Escape for the list of a field. Until the user writes, there is nothing to choose from it.
            if (event.key !== 'Escape' || isComposing(event) || props.topic !== props.from) return
            event.preventDefault()
            event.currentTarget.closest('dialog')?.close()
          }}
        />
      </label>
      <datalist id="move-topics">
        <For each={props.existing.slice(0, MAX_SUGGESTIONS)}>{(name) => <option value={name} />}</For>
      </datalist>
    </>
  )
}

/** The channels in which the user may write: the server refuses a move to others. */
function ChannelField(props: { from: number; choose: (stream_id: number) => void }) {
  const { state } = useClient().store
  const targets = () =>
    channelsInOrder(state).filter((channel) => channel.stream_id === props.from || mayPost(state, channel))
  return (
    <label>
      {words.channel}
      <select autofocus onChange={({ currentTarget }) => props.choose(Number(currentTarget.value))}>
        <For each={targets()}>
          {(channel) => (
            <option value={channel.stream_id} selected={channel.stream_id === props.from}>
              {channel.name}
            </option>
          )}
        </For>
      </select>
    </label>
  )
}

/** Where the server says that messages have moved. */
function NoticeFields() {
  return (
    <>
      <CheckField label={words.notifyNew} name="new" isChecked />
      <CheckField label={words.notifyOld} name="old" />
    </>
  )
}

const fold = (topic: string) => topic.trim().toLowerCase()
