import { createSignal } from 'solid-js'
import { keyOfRoute, parseRoute, printRoute, type Names, type Route } from '../routes/route'
import { directConversation } from '../store/conversations'
import type { Store } from '../store/store'
import type { Address } from '../wire/environment'

type Parts = { address: Address; store: Store; names: Names; signal: AbortSignal }

/** The view that the address names. */
export function createPlace({ address, store, names, signal }: Parts) {
  const [route, setRoute] = createSignal<Route>(parseRoute(address.read()) ?? { view: 'inbox' })
  /** What to do with the place that the user chooses next, if it is not to be opened. */
  const [choice, setChoice] = createSignal<((to: Route) => void) | undefined>()

  const namesNoPlace = () => address.read().length < 2

  /** Permalinks to direct messages also name the user. The conversation is that with the others. */
  const withoutSelf = (to: Route): Route =>
    to.view === 'direct' && store.isReady() ? { ...to, ...directConversation(to.user_ids, store.state.user_id) } : to

  const homeRoute = (): Route => parseRoute(store.state?.user_settings.web_home_view ?? 'inbox') ?? { view: 'inbox' }

  const hrefOf = (to: Route) => printRoute(to, names)

  function readAddress() {
    const next = namesNoPlace() ? homeRoute() : parseRoute(address.read())
    if (next !== undefined) setRoute(withoutSelf(next))
  }
  address.listen(readAddress, signal)

  return {
    route,
    hrefOf,
    go: (to: Route): void => address.go(hrefOf(to)),
    isAt: (other: Route) => keyOfRoute(route()) === keyOfRoute(other),
    /** Returns the view that the user wants to see first. */
    homeRoute,
    /** Shows the first view. An address without a place means the one that the user chose. */
    openFirst: (): void => void setRoute(namesNoPlace() ? homeRoute() : withoutSelf(route())),
    choice,
    setChoice,
    /** Asks for a place in the list of `Ctrl-K`, and calls `choose` with it. */
    choosePlace: (choose: (to: Route) => void): void => void setChoice(() => choose),
  }
}
