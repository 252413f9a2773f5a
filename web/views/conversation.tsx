import { createMemo, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { Composer } from '../compose/composer'
import { MessageList } from '../list/message-list'
import { textOfHtml } from '../parts/html-text'
import { Icon } from '../parts/icon'
import { lazyView } from '../parts/lazy'
import type { Message } from '../store/messages'
import { createAnswer } from './answer'
import { openOverlay } from '../base/overlay'
import type { Route, Writable } from '../routes/route'
import { refusalToWrite } from '../store/may-write'
import { words } from '../words/en'
import { directName, labelOf, topicName } from '../base/labels'
import { Tile } from '../parts/tile'

const ReadOnly = lazyView(async () => (await import('./conversation-bars')).ReadOnly)
const HeadActs = lazyView(async () => (await import('./head-acts')).HeadActs)
const ConversationBars = lazyView(async () => (await import('./conversation-bars')).ConversationBars)

/** A view with messages. While it is not active, it stays in the document, hidden, at its place. */
export function ConversationView(props: { route: Route; isActive: boolean }) {
  const client = useClient()
  const { route, store, watch } = client
  let layer!: HTMLElement
  const { route: place } = props
  const own = place.view === 'channel' || place.view === 'topic' || place.view === 'direct' ? place : undefined
  const answer = createAnswer(client)
  const writable = (): Writable | undefined => own ?? answer.to()
  const refusalTo = (to: Writable) => {
    for (const part of ['groups', 'realm', 'channels', 'people', 'unread'] as const) watch(part)
    return refusalToWrite(store.state, to)
  }
  function reply(message: Message | undefined) {
    if (own === undefined && message !== undefined) answer.replyTo(message)
    layer.querySelector<HTMLTextAreaElement>('.write textarea')?.focus()
  }
  // An address such as `near/12` changes the place inside of the same view.
  const current = createMemo<Route>((before) => (props.isActive ? route() : before), props.route)

  return (
    <section class="layer" classList={{ parked: !props.isActive, collected: own === undefined }} ref={layer}>
      <header class="head">
        <button class="ib back" aria-label={words.back} onClick={() => client.back()}>
          <Icon name="back" />
        </button>
        <Title route={props.route} />
        <p>{descriptionOf(client, props.route)}</p>
        <HeadActs route={props.route} />
        <More route={props.route} />
        {client.headActs?.()}
      </header>
      <ConversationBars route={props.route} isActive={props.isActive} />
      <MessageList
        route={current()}
        isActive={props.isActive}
        reply={reply}
        chosen={(message) => answer.chose(message)}
        empty={own !== undefined && refusalTo(own) !== undefined ? emptyText(client, own) : undefined}
      />
      <Show when={writable()} keyed fallback={<NoDestination />}>
        {(to) => (
          <Show when={refusalTo(to)} fallback={<Composer route={to} answers={own === undefined} />}>
            {(refusal) => <ReadOnly route={to} refusal={refusal()} />}
          </Show>
        )}
      </Show>
    </section>
  )
}

function More(props: { route: Route }) {
  const client = useClient()
  return (
    <button
      class="ib"
      aria-label={words.more}
      aria-haspopup="menu"
      onClick={({ currentTarget }) =>
        openOverlay(client, { kind: 'viewMenu', route: props.route, anchor: currentTarget })
      }
    >
      <Icon name="more" />
    </button>
  )
}

/** In a view with many conversations, the composer answers one message. This is shown until the user chooses one. */
function NoDestination() {
  const { choosePlace, go } = useClient()
  return (
    <div class="composer no-destination">
      <p>{words.composer.chooseMessage}</p>
      <button class="act" onClick={() => choosePlace(go)}>
        {words.composer.newMessage}
      </button>
    </div>
  )
}

/** What stands where there are no messages, and the user cannot write the first one. */
const emptyText = ({ channelOf }: Client, place: Writable): string =>
  'stream_id' in place && channelOf(place.stream_id) === undefined ? words.noConversation : words.emptyView

function Title(props: { route: Route }) {
  const client = useClient()
  const { hrefOf, names } = client
  const { route: place } = props
  if (place.view === 'topic')
    return (
      <h1 class="of-topic">
        <a class="ch" href={hrefOf({ view: 'channel', stream_id: place.stream_id })}>
          <Tile channel={client.channelOf(place.stream_id)} />
          <span class="cut">{names.channel(place.stream_id)}</span>
        </a>
        <span class="sep" aria-hidden="true">
          ›
        </span>
        <span class="name">{topicName(client, place.topic)}</span>
        <ArchivedMark stream_id={place.stream_id} />
      </h1>
    )
  return (
    <h1>
      <Show when={place.view === 'channel' ? place : undefined}>
        {(channel) => <Tile channel={client.channelOf(channel().stream_id)} />}
      </Show>
      <span class="name">{titleOf(client, place)}</span>
      <ArchivedMark stream_id={place.view === 'channel' ? place.stream_id : undefined} />
    </h1>
  )
}

/** A tile stands for the sign of a channel. */
const titleOf = (client: Client, place: Route): string =>
  place.view === 'direct'
    ? directName(client, place.user_ids)
    : place.view === 'channel'
      ? client.names.channel(place.stream_id)
      : labelOf(client, place)

const ArchivedMark = (props: { stream_id: number | undefined }) => {
  const client = useClient()
  return (
    <Show when={isArchived(client, props.stream_id)}>
      {' '}
      <span class="state">{words.archived}</span>
    </Show>
  )
}

const isArchived = ({ channelOf }: Client, stream_id: number | undefined): boolean =>
  stream_id !== undefined && channelOf(stream_id)?.is_archived === true

const descriptionOf = ({ channelOf }: Client, place: Route): string =>
  place.view === 'channel' ? textOfHtml(channelOf(place.stream_id)?.rendered_description ?? '', 200) : ''
