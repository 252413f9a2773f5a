import { createMemo, createSignal, For, Show } from 'solid-js'
import { hrefOf, store } from '../app'
import { Dialog } from '../parts/dialog'
import { textOfHtml } from '../parts/html-text'
import { fold } from '../store/destinations'
import { printCard } from '../routes/card'
import { subscribe, unsubscribe } from '../views/topic-actions'
import { watch } from '../views/watched'
import { overlayWords as words } from '../words/en-overlays'
import './directory.css'

/** Only the rows that were scrolled to are drawn, so 2,000 channels open at once. */
const ROWS_AT_ONCE = 60

type Channel = {
  stream_id: number
  name: string
  description: string
  rendered_description: string
  invite_only: boolean
  is_archived: boolean
  subscriber_count: number
}

/** All channels that the user can see. The filter looks in names and descriptions. */
export function Directory(props: { close: () => void }) {
  const [query, setQuery] = createSignal('')
  const [most, setMost] = createSignal(ROWS_AT_ONCE)
  const all = createMemo(() => {
    watch('channels')
    const { subscriptions, unsubscribed, never_subscribed } = store.state
    const channels: Channel[] = [...subscriptions, ...unsubscribed, ...never_subscribed]
    const collator = new Intl.Collator()
    return channels
      .filter(({ is_archived }) => !is_archived)
      .sort((a, b) => collator.compare(a.name, b.name))
      .map((channel) => ({ channel, text: fold(`${channel.name} ${channel.description}`) }))
  })
  const own = createMemo(() => {
    watch('channels')
    return new Set<number>(store.state.subscriptions.map(({ stream_id }: Channel) => stream_id))
  })
  const found = createMemo(() => {
    const folded = fold(query().trim())
    return all().flatMap(({ channel, text }) => (text.includes(folded) ? [channel] : []))
  })
  const extend = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: { currentTarget: HTMLElement }) => {
    if (scrollTop + 2 * clientHeight > scrollHeight) setMost(most() + ROWS_AT_ONCE)
  }

  return (
    <Dialog title={words.allChannels} size="wide" close={props.close}>
      <input
        class="filter"
        type="search"
        aria-label={words.filterChannels}
        placeholder={words.filterChannels}
        dir="auto"
        autofocus
        onInput={({ currentTarget }) => {
          setMost(ROWS_AT_ONCE)
          setQuery(currentTarget.value)
        }}
      />
      <div class="directory-bar">
        <p class="quiet" role="status">
          {words.channelsFound(found().length)}
        </p>
        <a class="act strong" href={printCard({ card: 'newChannel' })}>
          {words.newChannel}
        </a>
      </div>
      <ul class="directory" onScroll={extend} tabindex="0" aria-label={words.allChannels}>
        <For each={found().slice(0, most())}>
          {(channel) => <Entry channel={channel} isOwn={own().has(channel.stream_id)} />}
        </For>
      </ul>
    </Dialog>
  )
}

function Entry(props: { channel: Channel; isOwn: boolean }) {
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
          <button
            class="act strong"
            aria-label={`${words.subscribe}: ${name}`}
            onClick={() => void subscribe(stream_id)}
          >
            {words.subscribe}
          </button>
        }
      >
        <button class="act" aria-label={`${words.unsubscribe}: ${name}`} onClick={() => void unsubscribe(stream_id)}>
          {words.unsubscribe}
        </button>
      </Show>
    </li>
  )
}
