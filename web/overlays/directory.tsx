import type { Channel } from '../../client-state/wire'
import { createMemo, createSignal, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { Dialog } from '../parts/dialog'
import { textOfHtml } from '../parts/html-text'
import { Tile } from '../parts/tile'
import { VirtualList } from '../parts/virtual-list'
import { printCard } from '../routes/card'
import { allChannels } from '../store/all-channels'
import { BulkBar, BulkBox, BulkFailure, createBulk, type Bulk } from '../settings/bulk'
import { confirmed, ConfirmDialog } from '../settings/confirm'
import { mayAdminister, maySubscribe } from '../store/may-act'
import { foldedName } from '../store/best-matches'
import { fold } from '../store/fold'
import { subscribe, unsubscribe } from '../base/channel-actions'
import { channelWords } from '../words/en-channels'
import { overlayWords as words } from '../words/en-overlays'
import './directory.css'

const ROW_PIXELS = 60

/** The channels whose names or descriptions contain what the user writes, and those of the user. */
function createFound({ store, watch }: Client, query: () => string) {
  const all = createMemo((): Channel[] => {
    watch('channels')
    return allChannels(store.state)
  })
  const own = createMemo(() => {
    watch('channels')
    return new Set<number>([...store.state.subscriptions].map(({ stream_id }) => stream_id))
  })
  const found = createMemo(() => {
    const folded = fold(query().trim())
    if (folded === '') return all()
    return all().filter(({ name, description }) => foldedName(`${name} ${description}`).includes(folded))
  })
  return { found, own }
}

/** All channels that the user can see. */
export function Directory(props: { close: () => void }) {
  const client = useClient()
  const { store, watch } = client
  const [query, setQuery] = createSignal('')
  const { found, own } = createFound(client, query)
  const mayCreate = (): boolean => {
    watch('groups')
    return store.state.can_create_streams
  }
  const bulk = createBulk(() => found().map(({ stream_id }) => stream_id))
  const [isSelecting, setSelecting] = createSignal(false)

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
        <button class="act" aria-pressed={isSelecting()} onClick={() => setSelecting(!isSelecting())}>
          {words.selection.select}
        </button>
        <Show when={mayCreate()}>
          <a class="act strong" href={printCard({ card: 'newChannel' })}>
            {words.newChannel}
          </a>
        </Show>
      </div>
      <Show when={isSelecting()}>
        <BulkBar of={bulk}>
          <BulkActs of={bulk} own={own()} />
        </BulkBar>
      </Show>
      <div class="directory" classList={{ selecting: isSelecting() }}>
        <VirtualList label={words.allChannels} items={found()} rowHeight={ROW_PIXELS}>
          {(channel) => (
            <Entry channel={channel} isOwn={own().has(channel.stream_id)} bulk={isSelecting() ? bulk : undefined} />
          )}
        </VirtualList>
      </div>
      <ConfirmDialog />
    </Dialog>
  )
}

/** What the user does with all selected channels. */
function BulkActs(props: { of: Bulk; own: ReadonlySet<number> }) {
  const client = useClient()
  const { ask, channelOf, names, store } = client
  const { run, selected } = props.of
  const areOwn = () => selected().every((id) => props.own.has(id))
  const mayChange = () =>
    selected().some((id) => {
      const channel = channelOf(id)
      return channel !== undefined && mayAdminister(store.state, channel)
    })
  const subscribeAll = (is: boolean) =>
    run((id) =>
      is
        ? ask('POST /users/me/subscriptions', { subscriptions: [{ name: names.channel(id) }] })
        : ask('DELETE /users/me/subscriptions', { subscriptions: [names.channel(id)] }),
    )
  const archive = () =>
    confirmed(client, {
      title: channelWords.archive,
      text: channelWords.archiveText,
      button: channelWords.archive,
      run: () => run((stream_id) => ask('DELETE /streams/:stream_id', { stream_id })),
    })
  return (
    <>
      <button class="act" onClick={() => void subscribeAll(!areOwn())}>
        {areOwn() ? words.unsubscribe : words.subscribe}
      </button>
      <Show when={mayChange()}>
        <button class="act danger" onClick={archive}>
          {channelWords.archive}
        </button>
      </Show>
    </>
  )
}

function Entry(props: { channel: Channel; isOwn: boolean; bulk: Bulk | undefined }) {
  const client = useClient()
  const { hrefOf, store } = client
  const { stream_id, name, rendered_description, invite_only, subscriber_count } = props.channel
  return (
    <li>
      <Show when={props.bulk}>{(bulk) => <BulkBox of={bulk()} id={stream_id} name={name} />}</Show>
      <div>
        <a class="name" href={hrefOf({ view: 'channel', stream_id })}>
          <Tile channel={props.channel} /> <bdi>{name}</bdi>
        </a>
        <Show when={props.bulk}>{(bulk) => <BulkFailure of={bulk()} id={stream_id} />}</Show>
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
