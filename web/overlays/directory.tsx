import type { Channel } from '../../client-state/wire'
import { createMemo, createSignal, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { Dialog } from '../parts/dialog'
import { textOfHtml } from '../parts/html-text'
import { VirtualList } from '../parts/virtual-list'
import { printCard } from '../routes/card'
import { allChannels } from '../store/all-channels'
import { maySubscribe } from '../store/may-act'
import { fold } from '../store/fold'
import { subscribe, unsubscribe } from '../base/channel-actions'
import { overlayWords as words } from '../words/en-overlays'
import './directory.css'

const ROW_PIXELS = 60

/** All channels that the user can see. The filter looks in names and descriptions. */
export function Directory(props: { close: () => void }) {
  const { store, watch } = useClient()
  const [query, setQuery] = createSignal('')
  const all = createMemo((): Channel[] => {
    watch('channels')
    return allChannels(store.state)
  })
  // Opening the directory does not need the texts.
  let texts: { of: Channel[]; folded: string[] } | undefined
  const foldedTexts = () => {
    const channels = all()
    if (texts?.of !== channels)
      texts = { of: channels, folded: channels.map(({ name, description }) => fold(`${name} ${description}`)) }
    return texts.folded
  }
  const mayCreate = (): boolean => {
    watch('groups')
    return store.state.can_create_streams
  }
  const own = createMemo(() => {
    watch('channels')
    return new Set<number>([...store.state.subscriptions].map(({ stream_id }) => stream_id))
  })
  const found = createMemo(() => {
    const folded = fold(query().trim())
    if (folded === '') return all()
    const channelTexts = foldedTexts()
    return all().filter((_, at) => channelTexts[at]!.includes(folded))
  })

  return (
    <Dialog title={words.allChannels} size="wide" close={props.close}>
      <input
        class="filter"
        type="search"
        aria-label={words.filterChannels}
        placeholder={words.filterChannels}
        dir="auto"
        autofocus
        onInput={({ currentTarget }) => setQuery(currentTarget.value)}
      />
      <div class="directory-bar">
        <p class="quiet" role="status">
          {words.channelsFound(found().length)}
        </p>
        <Show when={mayCreate()}>
          <a class="act strong" href={printCard({ card: 'newChannel' })}>
            {words.newChannel}
          </a>
        </Show>
      </div>
      <div class="directory">
        <VirtualList label={words.allChannels} items={found()} rowHeight={ROW_PIXELS}>
          {(channel) => <Entry channel={channel} isOwn={own().has(channel.stream_id)} />}
        </VirtualList>
      </div>
    </Dialog>
  )
}

function Entry(props: { channel: Channel; isOwn: boolean }) {
  const client = useClient()
  const { hrefOf, store } = client
  const { stream_id, name, rendered_description, invite_only, subscriber_count } = props.channel
  return (
    <li>
      <div>
        <a class="name" href={hrefOf({ view: 'channel', stream_id })} dir="auto">
          # {name}
        </a>
        <p class="quiet" dir="auto">
          {invite_only ? `${words.privateChannel}. ` : ''}
          {textOfHtml(rendered_description, 160)}
        </p>
      </div>
      <a class="act" href={printCard({ card: 'channel', id: stream_id })}>
        {words.subscribers(subscriber_count)}
      </a>
      <Show
        when={props.isOwn}
        fallback={
          <Show when={maySubscribe(store.state, props.channel)}>
            <button
              class="act strong"
              aria-label={`${words.subscribe}: ${name}`}
              onClick={() => void subscribe(client, stream_id)}
            >
              {words.subscribe}
            </button>
          </Show>
        }
      >
        <button
          class="act"
          aria-label={`${words.unsubscribe}: ${name}`}
          onClick={() => void unsubscribe(client, stream_id)}
        >
          {words.unsubscribe}
        </button>
      </Show>
    </li>
  )
}
