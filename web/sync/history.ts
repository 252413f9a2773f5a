import type { AnswerOf, FoundMessage, ParametersOf } from '../../client-state/wire'
import { narrowOf, type Route } from '../routes/route'
import type { Store } from '../store/store'
import { addNewer, addOlder } from '../store/window'
import { Refusal, type Ask } from '../wire/requests'

const PAGE = 100
const AROUND = 50

type Params = ParametersOf<'GET /messages'>
type Page = Pick<AnswerOf<'GET /messages'>, 'messages' | 'found_oldest' | 'found_newest'>

/** Returns messages that this browser keeps. Undefined if it lacks some; if the server cannot be reached, those that it has. */
export type ReadKept = (route: Route, params: Params, isUnreachable: boolean) => Promise<Page | undefined>

/** Fetches the messages of the windows: at the first opening, further up, further down, and again after a lost queue. */
export function createHistory(store: Store, ask: Ask) {
  const running = new Map<string, Promise<void>>()
  let readKept: ReadKept | undefined
  const fetchMessages = createFetching(store, ask, () => readKept)

  /** Runs one request of a kind at a time. */
  function once(name: string, run: () => Promise<void>): Promise<void> {
    const current = running.get(name) ?? run().finally(() => running.delete(name))
    running.set(name, current)
    return current
  }

  async function fetchWindow(route: Route, params: ParametersOf<'GET /messages'>) {
    const page = await fetchMessages(route, params)
    store.setWindow(route, { ids: page.ids, foundOldest: page.found_oldest, foundNewest: page.found_newest })
  }

  /** Fetches messages that a search found, and adds them to those that its window has. */
  async function fetchFound(route: Route, message_ids: number[], kept: readonly number[] = []) {
    const { ids } = await fetchMessages(route, { message_ids })
    const all = [...new Set([...kept, ...ids])].sort((a, b) => a - b)
    store.setWindow(route, { ids: all, foundOldest: true, foundNewest: true })
  }

  async function fetchAround(route: Route, anchor: string | number) {
    const isEnd = anchor === 'newest'
    await fetchWindow(route, { anchor, num_before: isEnd ? PAGE : AROUND, num_after: isEnd ? 0 : PAGE })
  }

  return {
    /** Fetches the messages around the first unread one, or around `anchor`. */
    open: (route: Route, anchor: string | number = 'first_unread') =>
      once(`open ${JSON.stringify(route)} ${anchor}`, () => fetchAround(route, anchor)),

    older: (route: Route, key: string) =>
      once(`older ${key}`, async () => {
        const [first] = store.windowOf(route).ids
        if (first === undefined || store.windowOf(route).foundOldest) return
        const page = await fetchMessages(route, {
          anchor: first,
          num_before: PAGE,
          num_after: 0,
          include_anchor: false,
        })
        store.setWindow(route, addOlder(store.windowOf(route), page.ids, page.found_oldest))
      }),

    newer: (route: Route, key: string) =>
      once(`newer ${key}`, async () => {
        const last = store.windowOf(route).ids.at(-1)
        if (last === undefined || store.windowOf(route).foundNewest) return
        const page = await fetchMessages(route, { anchor: last, num_before: 0, num_after: PAGE, include_anchor: false })
        store.setWindow(route, addNewer(store.windowOf(route), page.ids, page.found_newest))
      }),

    /** Fetches all open windows again. The queue was lost, so messages may have changed without an event. */
    async refresh() {
      for (const route of store.openWindows()) {
        const { ids } = store.windowOf(route)
        const last = ids.at(-1)
        if (route.view === 'search') await fetchFound(route, [...ids])
        else if (last === undefined) await fetchAround(route, 'newest')
        else await fetchWindow(route, { anchor: last, num_before: ids.length, num_after: PAGE })
      }
    },

    fetchFound,

    /** From now on, messages that this browser keeps need no request. */
    setKept: (read: ReadKept) => void (readKept = read),

    /** Returns messages by id, without a window: the inbox shows the newest unread one of each conversation. */
    byIds: (message_ids: number[]) => fetchByIds(ask, message_ids),
  }
}

/** Returns a function that adds messages of a view to the store, and returns what the server says of them. */
const createFetching =
  (store: Store, ask: Ask, readKept: () => ReadKept | undefined) => async (route: Route, params: Params) => {
    const kept = async (isUnreachable: boolean) => readKept()?.(route, params, isUnreachable)
    const fetched = () =>
      ask('GET /messages', {
        narrow: narrowOf(route),
        apply_markdown: true,
        client_gravatar: false,
        allow_empty_topic_name: true,
        ...params,
      })
    const page: Page =
      (await kept(false)) ??
      (await fetched().catch(async (error: unknown) => {
        const found = error instanceof Refusal ? undefined : await kept(true)
        if (found === undefined) throw error
        return found
      }))
    store.add(page.messages)
    return { ...page, ids: page.messages.map(({ id }: { id: number }) => id) }
  }

async function fetchByIds(ask: Ask, message_ids: number[]): Promise<FoundMessage[]> {
  if (message_ids.length === 0) return []
  const { messages } = await ask('GET /messages', {
    message_ids,
    client_gravatar: false,
    allow_empty_topic_name: true,
  })
  return messages
}
