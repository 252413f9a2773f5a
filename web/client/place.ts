import { createSignal } from 'solid-js'
import { besideOf, withBeside } from '../routes/beside'
import { keyOfRoute, parseRoute, printRoute, withChannelIds, type Names, type Route } from '../routes/route'
import { directConversation } from '../store/conversations'
import type { Store } from '../store/store'
import type { Address } from '../wire/environment'

type Parts = {
  address: Address
  store: Store
  names: Names
  channelNamed: (name: string) => number | undefined
  signal: AbortSignal
}

/** The view that the address names, and what it names beside it. */
export function createPlace({ address, store, names, channelNamed, signal }: Parts) {
  const [route, setRoute] = createSignal<Route>(parseRoute(address.read()) ?? { view: 'inbox' })
  const [beside, setBeside] = createSignal(besideOf(address.read()))
  /** How many things cover the view: the second pane of a narrow window, and a call. */
  const [covers, setCovers] = createSignal(0)
  /** What to do with the place that the user chooses next, if it is not to be opened. */
  const [choice, setChoice] = createSignal<((to: Route) => void) | undefined>()

  const namesNoPlace = () => address.read().length < 2

  /** Permalinks to direct messages also name the user: the conversation is that with the others. Old links name channels without ids. */
  function resolved(to: Route): Route {
    if (!store.isReady()) return to
    if (to.view === 'direct') return { ...to, ...directConversation(to.user_ids, store.state.user_id) }
    return withChannelIds(to, channelNamed)
  }

  const homeRoute = (): Route => parseRoute(store.state?.user_settings.web_home_view ?? 'inbox') ?? { view: 'inbox' }

  const hrefOf = (to: Route) => printRoute(to, names)

  let places = 0
  let lastRead = address.read()

  function readAddress() {
    if (address.read() === lastRead) return
    const [before] = lastRead.split('?')
    lastRead = address.read()
    places++
    const next = namesNoPlace() ? homeRoute() : parseRoute(lastRead)
    if (next === undefined) return
    setBeside(besideOf(lastRead))
    // What opens beside a view leaves the view at its place.
    if (lastRead.split('?')[0] !== before) setRoute(resolved(next))
  }
  address.listen(readAddress, signal)

  /** The view changes at once: the next key belongs to it, although the browser has not announced the address yet. */
  function move(to: Route, next: string, way: 'go' | 'replace') {
    address[way](withBeside(hrefOf(to), next))
    readAddress()
  }

  const go = (to: Route) => move(to, beside(), 'go')

  return {
    route,
    hrefOf,
    resolved,
    go,
    /** The address of what is open in the second pane, without `#`, or nothing. */
    beside,
    /** Opens a view with what is beside it. */
    move,
    covers,
    setCovers,
    /** Returns the address of the open view, with what is beside it. */
    here: () => withBeside(hrefOf(route()), beside()),
    /** Returns to the view before, or to the first one. */
    back: (): void => (places > 0 ? address.back() : go(homeRoute())),
    isAt: (other: Route) => keyOfRoute(route()) === keyOfRoute(other),
    /** Returns the view that the user wants to see first. */
    homeRoute,
    /** Shows the first view. An address without a place means the one that the user chose. */
    openFirst: (): void => void setRoute(namesNoPlace() ? homeRoute() : resolved(route())),
    choice,
    setChoice,
    /** Asks for a place in the list of `Ctrl-K`, and calls `choose` with it. */
    choosePlace: (choose: (to: Route) => void): void => void setChoice(() => choose),
  }
}
