import { createSignal } from 'solid-js'
import type { Client } from '../client/client'
import type { Route } from '../routes/route'
import { Refusal } from '../wire/requests'
import { words } from '../words/en'
import type { ListData } from './list-data'
import type { Failure } from './list-states'

type List = {
  route: () => Route
  /** The messages are there. Shows one of them, or the end: what the user looks for, or the first new one. */
  show: (id: number | undefined, isNear: boolean) => void
}

export type Opening = ReturnType<typeof createOpening>

/** Fetches the messages of a list, unless they are there, and says what went wrong. */
export function createOpening(client: Client, data: ListData, { route, show }: List) {
  const { history, report, store } = client
  const { key, isConversation, isSearch, ids } = data
  const [isLoaded, setLoaded] = createSignal(false)
  const [failed, setFailed] = createSignal<Failure>()

  async function open(near = route().near) {
    try {
      setFailed(undefined)
      const isThere = near === undefined ? store.hasWindow(route()) : ids().includes(near)
      if (!isThere) await history.open(route(), near ?? (isSearch ? 'newest' : undefined))
      if (near !== undefined && isConversation && !ids().includes(near)) {
        const { openWhereItIs } = await import('./moved-message')
        await openWhereItIs(client, near, key)
      }
      const [first] = isSearch ? [] : data.unreadIds()
      data.setFirstNew(first)
      setLoaded(true)
      queueMicrotask(() => show(near ?? first, near !== undefined))
    } catch (error) {
      const isRefused = error instanceof Refusal && error.status < 500
      const isPlace = isConversation || route().view === 'channel'
      // The refusal of a search says what is wrong with it.
      setFailed(isRefused ? { refusal: isPlace ? words.noConversation : error.message } : 'unreachable')
      if (!isRefused) report(error)
    }
  }

  return { isLoaded, failed, open }
}
