import { createMemo, For } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { contained } from '../parts/contained'
import { lazyView } from '../parts/lazy'
import { keyOfRoute, type Route } from '../routes/route'
import { ConversationView } from './conversation'
import { InboxView } from './inbox'

const DraftsView = lazyView(async () => (await import('./planned')).DraftsView)
const ScheduledView = lazyView(async () => (await import('./planned')).ScheduledView)
const RecentView = lazyView(async () => (await import('./recent')).RecentView)
const SettingsView = lazyView(async () => (await import('../settings/settings-view')).SettingsView)
const SearchView = lazyView(async () => (await import('./search')).SearchView)

const MAX_PARKED = 8

/** The view of a pane, and those before it, so that the user finds them as they were. */
export function ParkedViews(props: { isActive: boolean }) {
  const client = useClient()
  const { isAt } = client
  const parked = createParked(client)
  return (
    <For each={parked()}>
      {(view) => {
        const isActive = () => props.isActive && isAt(view)
        return <ParkedView route={view} isActive={isActive()} />
      }}
    </For>
  )
}

/** The views that stay in the document, so that the user finds them as they were. */
function createParked({ route }: Client) {
  /** The views in the document, the one that was used last at the end. */
  let used: string[] = []
  return createMemo<Route[]>((before) => {
    const key = keyOfRoute(route())
    used = [...used.filter((other) => other !== key), key].slice(-MAX_PARKED)
    const kept = before.filter((other) => used.includes(keyOfRoute(other)))
    // The order of the document does not change, so that the views keep their place.
    return kept.some((other) => keyOfRoute(other) === key) ? before : [...kept, route()]
  }, [])
}

type Place = { route: Route; isActive: boolean }

const ParkedView = contained(View)

function View(props: Place) {
  const { route } = props
  if (route.view === 'inbox') return <InboxView isActive={props.isActive} />
  if (route.view === 'recent' || route.view === 'direct-messages')
    return <RecentView isActive={props.isActive} onlyDirect={route.view === 'direct-messages'} />
  if (route.view === 'search') return <SearchView route={route} isActive={props.isActive} />
  if (route.view === 'drafts') return <DraftsView isActive={props.isActive} />
  if (route.view === 'settings') return <SettingsView isActive={props.isActive} />
  if (route.view === 'scheduled') return <ScheduledView isActive={props.isActive} />
  return <ConversationView route={route} isActive={props.isActive} />
}
