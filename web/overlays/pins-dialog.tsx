import { createMemo, Show } from 'solid-js'
import type { Pin } from '../../client-state/wire'
import { loadPins, pinsOf, unpin } from '../base/pins'
import { labelOf } from '../base/labels'
import { useClient } from '../client/use-client'
import { Dialog } from '../parts/dialog'
import { textOfHtml } from '../parts/html-text'
import { dayName } from '../parts/time'
import { fetched } from '../settings/fetched'
import { Items, SettingsForm, textOf } from '../settings/parts'
import { mayPinIn } from '../store/may-act'
import type { Message } from '../store/messages'
import { overlayWords } from '../words/en-overlays'
import { CheckField, TextField } from '../settings/form-fields'

type Place = { stream_id: number; topic?: string }

const MAX_CHARACTERS = 200
const MAX_TITLE = 100
const MAX_ADDRESS = 2000

/** The pinned messages and the bookmarks of a channel or a topic. Those who may pin add and remove them here. */
export function PinsDialog(props: { place: Place; close: () => void }) {
  const client = useClient()
  const words = overlayWords.pins
  const { stream_id } = props.place
  const pins = () => pinsOf(client, props.place)
  const messages = fetched(client, async (): Promise<ReadonlyMap<number, Message>> => {
    await loadPins(client, stream_id)
    const message_ids = pins().flatMap(({ message_id }) => message_id ?? [])
    if (message_ids.length === 0) return new Map()
    const answer = await client.ask('GET /messages', { message_ids, allow_empty_topic_name: true })
    return new Map(answer.messages.map((message) => [message.id, message]))
  })
  const isKnown = createMemo(() => messages.value() !== undefined)
  const mayChange = () => mayPinIn(client.store.state, client.channelOf(stream_id))
  const bookmarks = () => (isKnown() ? pins().filter(({ url }) => url !== null) : undefined)
  const pinned = () => (isKnown() ? pins().filter(({ message_id }) => message_id !== null) : undefined)
  return (
    <Dialog title={words.title} size="wide" close={props.close}>
      <p class="quiet">{labelOf(client, routeOf(props.place))}</p>
      <Items of={pinned()} none={words.none}>
        {(pin) => (
          <PinnedMessage
            pin={pin}
            message={client.store.messages.get(pin.message_id ?? 0) ?? messages.value()?.get(pin.message_id ?? 0)}
            mayChange={mayChange()}
            close={props.close}
          />
        )}
      </Items>
      <h3>{words.bookmarks}</h3>
      <Items of={bookmarks()} none={words.noBookmarks}>
        {(pin) => <Bookmark pin={pin} mayChange={mayChange()} />}
      </Items>
      <Show when={mayChange()}>
        <BookmarkForm place={props.place} />
      </Show>
    </Dialog>
  )
}

const routeOf = ({ stream_id, topic }: Place) =>
  topic === undefined ? ({ view: 'channel', stream_id } as const) : ({ view: 'topic', stream_id, topic } as const)

function PinnedMessage(props: { pin: Pin; message: Message | undefined; mayChange: boolean; close: () => void }) {
  const { hrefOf, names } = useClient()
  const words = overlayWords.pins
  const { stream_id, topic, message_id, user_id, pinned_at } = props.pin
  return (
    <li>
      <a
        class="grow"
        href={hrefOf({ view: 'topic', stream_id, topic: topic ?? '', near: message_id ?? 0 })}
        onClick={() => props.close()}
      >
        <Show when={props.message} fallback={words.openMessage}>
          {(message) => (
            <>
              <b>{names.user(message().sender_id)}</b>{' '}
              <bdi>{textOfHtml(message().content, MAX_CHARACTERS) || overlayWords.files.title}</bdi>
            </>
          )}
        </Show>
        <br />
        <span class="quiet">{words.by(names.user(user_id), dayName(pinned_at))}</span>
      </a>
      <Show when={props.mayChange}>
        <Remove pin={props.pin} label={words.unpin} />
      </Show>
    </li>
  )
}

function Bookmark(props: { pin: Pin; mayChange: boolean }) {
  const words = overlayWords.pins
  const { title, url } = props.pin
  return (
    <li>
      <span class="grow">
        <a href={url ?? ''} target="_blank" rel="noopener noreferrer" dir="auto">
          {title}
        </a>
        <br />
        <span class="quiet" dir="ltr">
          {url}
        </span>
      </span>
      <Show when={props.mayChange}>
        <Remove pin={props.pin} label={words.remove} />
      </Show>
    </li>
  )
}

function Remove(props: { pin: Pin; label: string }) {
  const client = useClient()
  return (
    <button
      class="act"
      aria-label={props.pin.title === null ? props.label : `${props.label}: ${props.pin.title}`}
      onClick={() => void unpin(client, props.pin.id)}
    >
      {props.label}
    </button>
  )
}

function BookmarkForm(props: { place: Place }) {
  const { ask } = useClient()
  const words = overlayWords.pins
  async function add(fields: FormData, form: HTMLFormElement) {
    const { stream_id, topic } = props.place
    await ask('POST /parley/streams/:stream_id/bookmarks', {
      stream_id,
      ...(topic !== undefined && fields.has('topic') ? { topic } : {}),
      title: textOf(fields, 'title'),
      url: textOf(fields, 'url'),
    })
    form.reset()
  }
  return (
    <details>
      <summary>{words.add}</summary>
      <SettingsForm button={words.add} submit={add}>
        <TextField label={words.name} name="title" most={MAX_TITLE} />
        <TextField label={words.address} name="url" type="url" most={MAX_ADDRESS} />
        <Show when={props.place.topic !== undefined}>
          <CheckField label={words.onlyTopic} name="topic" isChecked />
        </Show>
      </SettingsForm>
    </details>
  )
}
