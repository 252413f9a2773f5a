import { createComputed, createSignal, type JSX } from 'solid-js'
import { goBeside, placeBeside } from '../base/beside'
import type { Client } from '../client/client'
import { keyOfRoute, type Route } from '../routes/route'
import type { Beside } from '../routes/second-pane'
import { directConversation } from '../store/conversations'

type Parts = { first: Route; pane: () => HTMLElement; acts: () => JSX.Element; back: () => void }

/**
 * Returns the client as the views of the second pane see it: the same store and the same connection, but another open place, another
 * element, and keys that are for the pane while it has the focus.
 */
export function createPaneClient(client: Client, { first, pane, acts, back }: Parts) {
  // No memo: a view that ends reads its route once more, and must not begin the pane anew with it.
  const [route, setRoute] = createSignal<Route>(first)
  createComputed(() => {
    const next = routeOf(client, placeBeside(client))
    if (next !== undefined) setRoute(next)
  })
  const keys = createPaneKeys(client, pane)
  const scoped: Client = {
    ...client,
    environment: {
      ...client.environment,
      get root() {
        return pane()
      },
    },
    route,
    keys,
    go: (to) => goBeside(client, to),
    back,
    isAt: (other) => keyOfRoute(route()) === keyOfRoute(other),
    headActs: acts,
  }
  return { scoped, takeKeys: () => keys.take() }
}

/** The place of a person is the conversation with them, and that of a part of a message is the open view. */
export function routeOf({ route, store }: Client, place: Beside | undefined): Route | undefined {
  if (place === undefined || 'view' in place) return place
  if ('part' in place) return route()
  return directConversation([place.user_id], store.state.user_id)
}

type Handlers = Parameters<Client['keys']['handle']>[0]

/** The keys of the pane. They come before those of the view while the pane has the focus, and do nothing without it. */
function createPaneKeys({ keys }: Client, pane: () => HTMLElement) {
  const all = new Map<Handlers, () => void>()
  const whileFocused = (added: Handlers): Handlers =>
    Object.fromEntries(
      Object.entries(added).map(([command, handler]) => [
        command,
        () => (pane().contains(document.activeElement) ? handler() : false),
      ]),
    )
  return {
    call: keys.call,
    handle(added: Handlers) {
      const own = whileFocused(added)
      all.set(own, keys.handle(own))
      return () => {
        all.get(own)?.()
        all.delete(own)
      }
    },
    /** The pane receives the focus: the newest handler of a key is asked first. */
    take() {
      for (const [own, remove] of all) {
        remove()
        all.set(own, keys.handle(own))
      }
    },
  }
}
