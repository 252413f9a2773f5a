import { For, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { Dot } from '../parts/dot'
import { openOverlay } from '../base/overlay'
import { lazyView } from '../parts/lazy'
import { printCard } from '../routes/card'
import { keyOfRoute, type Route } from '../routes/route'
import { directConversation, type Conversation } from '../store/conversations'
import { words } from '../words/en'
import { AccountBar } from './account-bar'
import { Count } from './inbox'
import { directName, labelOf } from '../base/labels'
import { ChannelLinks } from './rail-channels'
import { ownSettings } from '../base/own-settings'
import { setPointed, steady } from './steady-order'
import './rail.css'

const PinnedViews = lazyView(async () => (await import('./pinned-views')).PinnedViews)

const MAX_DIRECT = 8

/** The list of all places. A place with unread messages has their number. */
export function Rail(props: { goAnywhere: () => void; isOpen: boolean }) {
  const client = useClient()
  const { unread } = client
  return (
    <nav
      class="rail"
      classList={{ open: props.isOpen }}
      aria-label={words.conversations}
      onPointerEnter={() => setPointed(client, true)}
      onPointerLeave={() => setPointed(client, false)}
    >
      <div class="places">
        <header>
          <span class="mark" aria-hidden="true">
            {realmName(client).charAt(0)}
          </span>
          <span class="name">{realmName(client)}</span>
        </header>
        <button class="find" onClick={() => props.goAnywhere()}>
          <span>{words.goTo}</span>
          <kbd>Ctrl K</kbd>
        </button>
        <button class="row" onClick={() => openOverlay(client, { kind: 'newMessage' })}>
          {words.composer.newMessage}
        </button>
        <PlaceLink
          route={{ view: 'inbox' }}
          count={ownSettings(client).web_left_sidebar_unreads_count_summary ? unread().total : 0}
        />
        <PlaceLink route={{ view: 'recent' }} />
        <PlaceLink route={{ view: 'search', terms: [] }} />
        <PlaceLink route={{ view: 'feed' }} />
        <PlaceLink route={{ view: 'mentions' }} count={unread().mentions} mentions={unread().mentions} />
        <PlaceLink route={{ view: 'starred' }} quiet={starredCount(client)} />
        <PlaceLink route={{ view: 'drafts' }} quiet={draftCount(client)} />
        <PlaceLink route={{ view: 'scheduled' }} quiet={scheduledCount(client)} />
        <PinnedViews />
        <DirectLinks />
        <ChannelLinks />
        <a class="row all-channels" href={printCard({ card: 'directory' })}>
          {words.allChannels}
        </a>
      </div>
      <AccountBar />
    </nav>
  )
}

const realmName = ({ store, watch }: Client): string => {
  watch('realm')
  return store.state.realm_name
}

const starredCount = (client: Client): number => {
  client.watch('starred')
  return ownSettings(client).starred_message_counts ? client.store.state.starred_messages.size : 0
}

const draftCount = ({ drafts, watch }: Client) => {
  watch('drafts')
  return drafts.all().filter(({ text }) => text.trim() !== '').length
}

const scheduledCount = ({ store, watch }: Client) => {
  watch('scheduled')
  watch('reminders')
  return store.state.scheduled_messages.length + store.state.reminders.length
}

/** `quiet` is a number of things that are not unread. */
function PlaceLink(props: { route: Route; count?: number; mentions?: number; quiet?: number }) {
  const client = useClient()
  const { hrefOf, isAt } = client
  return (
    <a
      class="row"
      classList={{ unread: (props.count ?? 0) > 0 }}
      href={hrefOf(props.route)}
      aria-current={isAt(props.route) ? 'page' : undefined}
    >
      <span class="name">{labelOf(client, props.route)}</span>
      <Count count={props.count ?? 0} mentions={props.mentions ?? 0} />
      <Show when={props.quiet}>
        <span class="n quiet">{props.quiet}</span>
      </Show>
    </a>
  )
}

/** The newest direct conversations, those with unread messages, and the one that is open. */
function DirectLinks() {
  const client = useClient()
  const { hrefOf, isAt, route, store, unread, watch } = client
  const conversations = steady(client, () => {
    watch('direct')
    const { recent_private_conversations: recent = [], user_id } = store.state
    const links = new Map<string, Conversation>()
    const add = (conversation: Conversation) => links.set(keyOfRoute(conversation), conversation)
    for (const { route: unreadRoute } of unread().conversations) if (unreadRoute.view === 'direct') add(unreadRoute)
    for (const { user_ids } of recent.slice(0, MAX_DIRECT)) add(directConversation(user_ids, user_id))
    const open = route()
    if (open.view === 'direct') add({ view: 'direct', user_ids: open.user_ids })
    return [...links.values()]
  })
  const countOf = (conversation: Conversation) => unread().byKey.get(keyOfRoute(conversation))?.ids.length ?? 0
  return (
    <Show when={conversations().length > 0}>
      <h2 class="sec">
        <a href={hrefOf({ view: 'direct-messages' })}>{words.directMessages}</a>
      </h2>
      <For each={conversations()}>
        {(conversation) => (
          <a
            class="row"
            classList={{ unread: countOf(conversation) > 0 }}
            href={hrefOf(conversation)}
            aria-current={isAt(conversation) ? 'page' : undefined}
          >
            <Show when={isOnePerson(client, conversation)}>
              <Dot user_id={conversation.view === 'direct' ? conversation.user_ids[0]! : 0} />
            </Show>
            <span class="name" dir="auto">
              {conversation.view === 'direct' ? directName(client, conversation.user_ids) : ''}
            </span>
            <Count count={countOf(conversation)} />
          </a>
        )}
      </For>
    </Show>
  )
}

const isOnePerson = ({ store }: Client, conversation: Conversation) =>
  conversation.view === 'direct' &&
  conversation.user_ids.length === 1 &&
  conversation.user_ids[0] !== store.state.user_id
