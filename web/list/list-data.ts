import { createMemo, createSignal } from 'solid-js'
import type { Client } from '../client/client'
import { keyOfRoute, type Route } from '../routes/route'
import type { Message } from '../store/messages'
import { layoutOf } from './layout'

export type ListData = ReturnType<typeof createListData>

/** What a list shows: messages and their layout, messages on their way, and the line above the first new one. */
export function createListData({ outbox, store, watch }: Client, route: Route) {
  const key = keyOfRoute(route)
  const isConversation = route.view === 'topic' || route.view === 'direct'
  const isSearch = route.view === 'search'
  const [firstNew, setFirstNew] = createSignal<number>()

  const current = createMemo(() => {
    watch(`window:${key}`)
    return store.windowOf(route)
  })
  const outgoing = createMemo(() => {
    watch('outbox')
    if (route.view === 'feed') return outbox.all()
    return isConversation ? outbox.entriesOf(key) : []
  })
  const layouts = createMemo(() => {
    const [ownId, first = Infinity] = [store.state.user_id, firstNew()]
    const all = current().ids.flatMap((id) => store.messages.get(id) ?? [])
    const isNew = ({ id, sender_id }: Message) => id >= first && sender_id !== ownId
    const newCount = current().foundNewest ? all.filter(isNew).length : 0
    const context = { ownId, firstNew: firstNew(), newCount, namesConversations: !isConversation }
    return new Map(all.map((message, at) => [message.id, layoutOf(message, all[at - 1], context)]))
  })

  return {
    key,
    isConversation,
    isSearch,
    current,
    ids: () => current().ids,
    outgoing,
    layouts,
    firstNew,
    setFirstNew,
    unreadIds: () => current().ids.filter((id) => !(store.messages.get(id)?.flags.includes('read') ?? true)),
  }
}
