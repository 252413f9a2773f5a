import { For, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { Icon, type IconName } from '../parts/icon'
import { lazyView } from '../parts/lazy'
import { openOverlay } from '../base/overlay'
import { printCard } from '../routes/card'
import type { Route } from '../routes/route'
import { words } from '../words/en'
import { AccountBar } from './account-bar'
import { Count } from './inbox'
import { labelOf } from '../base/labels'
import { ChannelLinks, createSections, PinnedLinks } from './rail-channels'
import { DirectLinks } from './rail-directs'
import { createFold } from './rail-section'
import { ownSettings } from '../base/own-settings'
import { setFocused, setPointed } from './steady-order'
import './rail.css'

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
          <kbd>Ctrl K</kbd>
        </button>
        <Show when={client.isCaughtUp()}>
          <RailFilter />
        </Show>
        <Places />
        <PinnedLinks sections={sections()} />
        <DirectLinks />
        <ChannelLinks sections={sections()} />
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
  const others: { icon: IconName; route: Route; quiet?: () => number }[] = [
    { icon: 'search', route: { view: 'search', terms: [] } },
    { icon: 'feed', route: { view: 'feed' } },
    { icon: 'star', route: { view: 'starred' }, quiet: () => starredCount(client) },
    { icon: 'later', route: { view: 'scheduled' }, quiet: () => scheduledCount(client) },
  ]
  return (
    <>
      <PlaceLink
        icon="inbox"
        route={{ view: 'inbox' }}
        count={ownSettings(client).web_left_sidebar_unreads_count_summary ? unread().total : 0}
      />
      <PlaceLink icon="mention" route={{ view: 'mentions' }} mentions={unread().mentions} />
      <PlaceLink icon="recent" route={{ view: 'recent' }} />
      <PlaceLink icon="draft" route={{ view: 'drafts' }} quiet={draftCount(client)} />
      <button class="row" aria-expanded={!isFolded()} onClick={() => fold.choose(isFolded())}>
        <Icon name="more" />
        <span class="name">{words.moreViews}</span>
        <Icon name="chevron" />
      </button>
      <For each={others}>
        {({ icon, route, quiet }) => (
          <Show when={!isFolded() || isAt(route)}>
            <PlaceLink icon={icon} route={route} quiet={quiet?.() ?? 0} />
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

/** `quiet` is a number of things that are not unread. */
function PlaceLink(props: { icon: IconName; route: Route; count?: number; mentions?: number; quiet?: number }) {
  const client = useClient()
  const { hrefOf, isAt } = client
  return (
    <a
      class="row"
      classList={{ unread: (props.count ?? props.mentions ?? 0) > 0 }}
      href={hrefOf(props.route)}
      aria-current={isAt(props.route) ? 'page' : undefined}
    >
      <Icon name={props.icon} />
      <span class="name">{labelOf(client, props.route)}</span>
      <Count count={props.count} mentions={props.mentions ?? 0} />
      <Show when={props.quiet}>
        <span class="n quiet">{props.quiet}</span>
      </Show>
    </a>
  )
}
