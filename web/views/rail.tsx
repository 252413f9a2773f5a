import { createEffect, createMemo, createSignal, For, on, Show } from 'solid-js'
import { drafts, hrefOf, isAt, report, route, store, unread } from '../app'
import { Dot } from '../parts/dot'
import { lazyView } from '../parts/lazy'
import { printCard } from '../routes/card'
import { keyOfRoute, type Route } from '../routes/route'
import { channelsInOrder, directConversation, type Conversation } from '../store/conversations'
import { ask } from '../wire/requests'
import { words } from '../words/en'
import { isTopicMuted } from '../../client-state/unread'
import { AccountBar } from './account-bar'
import { Count } from './inbox'
import { directName, labelOf, topicName } from './labels'
import { setPointed, steady } from './steady-order'
import { watch } from './watched'
import './rail.css'

const PinnedViews = lazyView(async () => (await import('./pinned-views')).PinnedViews)

const MOST_TOPICS = 10
const MOST_DIRECT = 8

/** The list of all places. A number stands where something is unread. */
export function Rail(props: { goAnywhere: () => void; isOpen: boolean }) {
  return (
    <nav
      class="rail"
      classList={{ open: props.isOpen }}
      aria-label={words.conversations}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
    >
      <header>
        <span class="mark" aria-hidden="true">
          {realmName().charAt(0)}
        </span>
        <span class="name">{realmName()}</span>
      </header>
      <button class="find" onClick={() => props.goAnywhere()}>
        <span>{words.goTo}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <PlaceLink route={{ view: 'inbox' }} count={unread().total} />
      <PlaceLink route={{ view: 'recent' }} />
      <PlaceLink route={{ view: 'search', terms: [] }} />
      <PlaceLink route={{ view: 'feed' }} />
      <PlaceLink route={{ view: 'mentions' }} count={unread().mentions} mentions={unread().mentions} />
      <PlaceLink route={{ view: 'starred' }} />
      <PlaceLink route={{ view: 'drafts' }} quiet={draftCount()} />
      <PlaceLink route={{ view: 'scheduled' }} quiet={scheduledCount()} />
      <PinnedViews />
      <DirectLinks />
      <h2 class="sec">{words.channels}</h2>
      <For each={channels()}>{(channel) => <Channel channel={channel} />}</For>
      <a class="row all-channels" href={printCard({ card: 'directory' })}>
        {words.allChannels}
      </a>
      <AccountBar />
    </nav>
  )
}

const realmName = (): string => {
  watch('realm')
  return store.state.realm_name
}

const channels = () => {
  watch('channels')
  return channelsInOrder(store.state)
}

const draftCount = () => {
  watch('drafts')
  return drafts.all().filter(({ text }) => text.trim() !== '').length
}

const scheduledCount = () => {
  watch('scheduled')
  watch('reminders')
  return store.state.scheduled_messages.length + store.state.reminders.length
}

/** `quiet` is a number of things that are not unread. */
function PlaceLink(props: { route: Route; count?: number; mentions?: number; quiet?: number }) {
  return (
    <a
      class="row"
      classList={{ unread: (props.count ?? 0) > 0 }}
      href={hrefOf(props.route)}
      aria-current={isAt(props.route) ? 'page' : undefined}
    >
      <span class="name">{labelOf(props.route)}</span>
      <Count count={props.count ?? 0} mentions={props.mentions ?? 0} />
      <Show when={props.quiet}>
        <span class="n quiet">{props.quiet}</span>
      </Show>
    </a>
  )
}

/** The newest direct conversations, those with unread messages, and the one that is open. */
function DirectLinks() {
  const conversations = steady(() => {
    watch('direct')
    const { recent_private_conversations: recent = [], user_id } = store.state
    const links = new Map<string, Conversation>()
    const add = (conversation: Conversation) => links.set(keyOfRoute(conversation), conversation)
    for (const { route: unreadRoute } of unread().conversations) if (unreadRoute.view === 'direct') add(unreadRoute)
    for (const { user_ids } of recent.slice(0, MOST_DIRECT)) add(directConversation(user_ids, user_id))
    const open = route()
    if (open.view === 'direct') add({ view: 'direct', user_ids: open.user_ids })
    return [...links.values()]
  })
  const countOf = (conversation: Conversation) => unread().byKey.get(keyOfRoute(conversation))?.ids.length ?? 0
  return (
    <Show when={conversations().length > 0}>
      <h2 class="sec">{words.directMessages}</h2>
      <For each={conversations()}>
        {(conversation) => (
          <a
            class="row"
            classList={{ unread: countOf(conversation) > 0 }}
            href={hrefOf(conversation)}
            aria-current={isAt(conversation) ? 'page' : undefined}
          >
            <Show when={isOnePerson(conversation)}>
              <Dot user_id={conversation.view === 'direct' ? conversation.user_ids[0]! : 0} />
            </Show>
            <span class="name" dir="auto">
              {conversation.view === 'direct' ? directName(conversation.user_ids) : ''}
            </span>
            <Count count={countOf(conversation)} />
          </a>
        )}
      </For>
    </Show>
  )
}

const isOnePerson = (conversation: Conversation) =>
  conversation.view === 'direct' &&
  conversation.user_ids.length === 1 &&
  conversation.user_ids[0] !== store.state.user_id

type Channel = { stream_id: number; name: string; color: string; is_muted: boolean }

function Channel(props: { channel: Channel }) {
  const { stream_id } = props.channel
  // The store changes its own objects in place.
  const channel = () => {
    watch('channels')
    return { ...props.channel }
  }
  const isOpen = createMemo(() => {
    const open = route()
    return (open.view === 'channel' || open.view === 'topic') && open.stream_id === stream_id
  })
  const counts = () => unread().byChannel.get(stream_id)
  return (
    <>
      <a
        class="row channel"
        classList={{ unread: (counts()?.count ?? 0) > 0, muted: channel().is_muted }}
        style={{ '--c': channel().color }}
        href={hrefOf({ view: 'channel', stream_id })}
        aria-current={isAt({ view: 'channel', stream_id }) ? 'page' : undefined}
      >
        <span class="bar" aria-hidden="true" />
        <span class="name" dir="auto">
          {channel().name}
        </span>
        <Count count={counts()?.count ?? 0} mentions={counts()?.mentions ?? 0} />
      </a>
      <Show when={isOpen()}>
        <Topics stream_id={stream_id} />
      </Show>
    </>
  )
}

type Topic = { name: string; max_id: number }

/** The newest topics of the open channel, those with unread messages, and the one that is open. */
function Topics(props: { stream_id: number }) {
  const [fetched, setFetched] = createSignal<Topic[]>([])
  const unreadTopics = createMemo(() =>
    unread().conversations.flatMap(({ route: place, ids }) =>
      place.view === 'topic' && place.stream_id === props.stream_id ? [{ name: place.topic, max_id: ids.at(-1)! }] : [],
    ),
  )
  // A new topic shows after its first message. A topic that the user opens may be new to the client.
  createEffect(
    on(
      () => [unreadTopics().length, keyOfRoute(route())],
      () => {
        ask(`GET /users/me/${props.stream_id}/topics`, { allow_empty_topic_name: true })
          .then(({ topics }) => setFetched(topics))
          .catch(report)
      },
    ),
  )
  const topics = steady(() => {
    const open = route()
    const links = new Map<string, Topic>()
    const newest = fetched().slice(0, MOST_TOPICS)
    const opened = open.view === 'topic' ? [{ name: open.topic, max_id: 0 }] : []
    for (const topic of [...newest, ...unreadTopics(), ...opened]) {
      const key = topic.name.toLowerCase()
      if (!links.has(key)) links.set(key, topic)
    }
    return [...links.values()].map(({ name }) => name)
  })
  return (
    <For each={topics()}>
      {(topic) => {
        const place: Conversation = { view: 'topic', stream_id: props.stream_id, topic }
        const entry = () => unread().byKey.get(keyOfRoute(place))
        const isMuted = () => {
          watch('topics')
          return isTopicMuted(store.state, props.stream_id, topic)
        }
        return (
          <a
            class="row topic"
            classList={{ unread: entry() !== undefined, muted: isMuted() }}
            href={hrefOf(place)}
            aria-current={isAt(place) ? 'page' : undefined}
          >
            <span class="name" dir="auto">
              {topicName(topic)}
            </span>
            <Count count={entry()?.ids.length ?? 0} mentions={entry()?.mentions ?? 0} />
          </a>
        )
      }}
    </For>
  )
}
