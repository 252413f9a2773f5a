import { For, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { Icon } from '../parts/icon'
import { lazyView } from '../parts/lazy'
import { openOverlay } from '../base/overlay'
import { printCard } from '../routes/card'
import type { Route } from '../routes/route'
import { words } from '../words/en'
import { AccountBar } from './account-bar'
import { hasCalls } from './has-calls'
import { PlaceLink } from './place-link'
import { ChannelLinks, createSections, PinnedLinks, sectionIds } from './rail-channels'
import { DirectLinks } from './rail-directs'
import { createFold } from './rail-section'
import { ownSettings } from '../base/own-settings'
import { setFocused, setPointed } from './steady-order'
import './rail.css'

const RailCalls = lazyView(async () => (await import('../calls/rail-calls')).RailCalls)
const RailFilter = lazyView(async () => (await import('./rail-filter')).RailFilter)

/** The list of all places. A place with unread messages has their number. */
export function Rail(props: { goAnywhere: () => void; isOpen: boolean }) {
  const client = useClient()
  const sections = createSections(client)
  return (
    <nav
      class="rail"
      classList={{ open: props.isOpen }}
      aria-label={words.conversations}
      onPointerEnter={() => setPointed(client, true)}
      onPointerLeave={() => setPointed(client, false)}
      onFocusIn={(event) => setFocused(client, event, true)}
      onFocusOut={(event) => setFocused(client, event, false)}
    >
      <div class="places">
        <header>
          <span class="mark" aria-hidden="true">
            {realmName(client).charAt(0)}
          </span>
          <span class="name">{realmName(client)}</span>
          <button
            class="ib"
            aria-label={words.composer.newMessage}
            onClick={() => openOverlay(client, { kind: 'newMessage' })}
          >
            <Icon name="write" />
          </button>
        </header>
        <button class="find" onClick={() => props.goAnywhere()}>
          <Icon name="search" />
          <span>{words.goTo}</span>
          <kbd>{words.goToKey}</kbd>
        </button>
        <Show when={client.isCaughtUp()}>
          <RailFilter />
        </Show>
        <Show when={hasCalls(client)}>
          <RailCalls />
        </Show>
        <Places />
        <For each={sectionIds(client, sections())}>
          {(id) => {
            if (id === 'pinned') return <PinnedLinks sections={sections()} />
            return id === 'direct' ? <DirectLinks /> : <ChannelLinks id={id} sections={sections()} />
          }}
        </For>
        <a class="row all-channels" href={printCard({ card: 'directory' })}>
          <Icon name="channels" />
          {words.allChannels}
        </a>
      </div>
      <AccountBar />
    </nav>
  )
}

/** The rows of the views. "More views" opens those that users need less often. */
function Places() {
  const client = useClient()
  const { isAt, unread } = client
  const fold = createFold(client, () => 'views')
  const isFolded = () => fold.chosen() !== true
  const others: { route: Route; quiet?: () => number }[] = [
    { route: { view: 'search', terms: [] } },
    { route: { view: 'feed' } },
    { route: { view: 'starred' }, quiet: () => starredCount(client) },
    { route: { view: 'scheduled' }, quiet: () => scheduledCount(client) },
  ]
  return (
    <>
      <PlaceLink
        route={{ view: 'inbox' }}
        count={ownSettings(client).web_left_sidebar_unreads_count_summary ? unread().total : 0}
      />
      <PlaceLink route={{ view: 'mentions' }} mentions={unread().mentions} />
      <PlaceLink route={{ view: 'recent' }} />
      <PlaceLink route={{ view: 'drafts' }} quiet={draftCount(client)} />
      <button class="row" aria-expanded={!isFolded()} onClick={() => fold.choose(isFolded())}>
        <Icon name="more" />
        <span class="name">{words.moreViews}</span>
        <Icon name="chevron" />
      </button>
      <For each={others}>
        {({ route, quiet }) => (
          <Show when={!isFolded() || isAt(route)}>
            <PlaceLink route={route} quiet={quiet?.() ?? 0} />
          </Show>
        )}
      </For>
    </>
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
