import { createMemo, createSignal } from 'solid-js'
import type { Client } from '../client/client'
import { keptSearchOf } from '../base/kept-search'
import type { Failure } from '../list/list-states'
import { keyOfRoute, type Route } from '../routes/route'
import { canFindMore, countsOf, rankedIds, type MatchPage, type SearchCounts } from '../store/search-counts'
import { rangeOfDate, RECENT_DATES, requestOf } from '../store/search-dates'
import { MAX_ROWS } from '../store/window'
import { Refusal } from '../wire/requests'
import { locale } from '../words/language'
import { storedOrder, storeOrder, type SearchOrder } from './search-order'

export type SearchRoute = Extract<Route, { view: 'search' }>
export type Found = ReturnType<typeof createFound>

const PAGE = 30
/** A search with few matches among many messages takes many requests. After so many, the user decides. */
const MAX_REQUESTS = 10

/** What a search found: its counts, the order of its messages, and those in the list. */
export function createFound(client: Client, route: SearchRoute) {
  const [pages, setPages] = createSignal<MatchPage[]>([])
  const [order, setOrder] = createSignal(storedOrder(client))
  const [searched, setSearched] = createSignal<number>()
  const { failed, isAsking, whileAsking } = createAsking(client)
  const listed = createListed(client, route)
  const counts = createMemo(() => (listed.ordered() === undefined ? undefined : countsNow(pages())))
  const matches = () => idsInOrder(pages(), order())
  const showFirst = () => listed.showFirst(matches())
  let nextOf!: NextPages

  /** The newest matches appear with the first page that has some. An order by relevance waits for all. */
  async function showPages(first: MatchPage, next: NextPages) {
    setPages([first])
    listed.setOrdered(undefined)
    nextOf = next
    await findMore()
  }

  async function findMore() {
    for (let requests = 1; canFindMore(pages()) && requests < MAX_REQUESTS; requests++) {
      if (order() === 'newest' && listed.isEmpty() && pages().some(({ matches }) => matches.length > 0))
        await showFirst()
      setPages(await nextOf(pages()))
    }
    if (order() !== 'newest' || listed.isEmpty()) await showFirst()
    else await listed.add(matches())
  }

  const open = () => whileAsking(() => openSearch(client, route.terms, { showPages, setSearched }))

  return {
    counts,
    order,
    ids: listed.ids,
    /** The first message when the search was answered. */
    first: () => listed.ordered()?.[0],
    failed,
    isAsking,
    /** How many messages were searched here, because the server could not be reached. */
    searched,
    open,
    hasMore: listed.hasMore,
    showMore: () => whileAsking(listed.showMore),
    changeOrder(next: SearchOrder) {
      storeOrder(client, next)
      setOrder(next)
      void whileAsking(showFirst)
    },
    /** Returns what another search finds, at most as many as one request has. */
    countOf: async (terms: SearchRoute['terms']) => {
      const kept = searched() === undefined ? undefined : await keptPages(client, terms).first(true)
      return countsNow(kept ? [kept] : await nextPages(client, terms, []))
    },
    isEmpty: () => counts()?.count === 0 && !canFindMore(pages()),
    /** How far back the server looked, in seconds, if it can look further. */
    lookedBackTo: () => (isAsking() || !canFindMore(pages()) ? null : pages().at(-1)?.looked_back_to),
    lookFurther: () => whileAsking(findMore),
  }
}

/** The matches in their order, and those in the list: the first of them. */
function createListed({ history, store, watch }: Client, route: SearchRoute) {
  const [ordered, setOrdered] = createSignal<number[]>()
  const [visibleCount, setVisibleCount] = createSignal(0)
  const key = keyOfRoute(route)

  const ids = createMemo(() => {
    watch(`window:${key}`)
    const there = new Set(store.windowOf(route).ids)
    // Without a connection, a search shows what it found last.
    const inOrder = ordered()?.slice(0, visibleCount()) ?? [...there].sort((a, b) => b - a)
    return inOrder.filter((id) => there.has(id))
  })

  async function show(all: readonly number[], from: number) {
    const next = all.slice(from, Math.min(from + PAGE, MAX_ROWS))
    if (next.length > 0) await history.fetchFound(route, next, from === 0 ? [] : store.windowOf(route).ids)
    setVisibleCount(from + next.length)
  }

  return {
    ordered,
    setOrdered,
    ids,
    isEmpty: () => !ordered()?.length,
    async showFirst(all: number[]) {
      await show(all, 0)
      setOrdered(all)
    },
    /** More matches follow those in the list. */
    async add(all: number[]) {
      if (visibleCount() < PAGE) await show(all, visibleCount())
      setOrdered(all)
    },
    hasMore: () => visibleCount() < Math.min(MAX_ROWS, ordered()?.length ?? 0),
    showMore: () => show(ordered() ?? [], visibleCount()),
  }
}

/** Returns the pages with the next one. */
type NextPages = (pages: MatchPage[]) => Promise<MatchPage[]>

type Opening = {
  showPages: (first: MatchPage, next: NextPages) => Promise<void>
  setSearched: (count: number | undefined) => void
}

/** This browser answers if it has all that the server would find, or if the server cannot be reached. */
async function openSearch(client: Client, terms: SearchRoute['terms'], { showPages, setSearched }: Opening) {
  setSearched(undefined)
  const kept = keptPages(client, terms)
  const exact = await kept.first(false)
  if (exact?.isExact) return showPages(exact, kept.next)
  try {
    const [first] = await nextPages(client, terms, [])
    if (first) await showPages(first, (pages) => nextPages(client, terms, pages))
  } catch (error) {
    const found = error instanceof Refusal ? undefined : await kept.first(true)
    if (found === undefined) throw error
    setSearched(found.searched)
    await showPages(found, kept.next)
  }
}

const countsNow = (pages: readonly MatchPage[]) => {
  const now = new Date()
  return countsOf(
    pages,
    RECENT_DATES.map((date) => rangeOfDate(date, now)?.from ?? 0),
  )
}

const idsInOrder = (pages: readonly MatchPage[], order: SearchOrder): number[] =>
  order === 'relevance'
    ? rankedIds(pages, Date.now() / 1000)
    : pages.flatMap(({ matches }) => matches.map(({ id }) => id))

/** Returns the pages with the next one. */
async function nextPages({ ask }: Client, terms: SearchRoute['terms'], pages: MatchPage[]): Promise<MatchPage[]> {
  const before = pages.at(-1)?.next ?? undefined
  const params = { ...requestOf(terms, new Date()), allow_empty_topic_name: true }
  return [...pages, await ask('GET /parley/search', before === undefined ? params : { ...params, before })]
}

/** Returns a function that finds pages of a search in this browser: first a short page, then the pages that complete the counts. */
function keptPages(client: Client, terms: SearchRoute['terms']) {
  const { narrow, ...times } = requestOf(terms, new Date())
  const find = (before: number, most: number, isUnreachable: boolean) =>
    keptSearchOf(client)?.find(narrow, { ...times, before, most }, isUnreachable)
  const next = async (pages: MatchPage[]): Promise<MatchPage[]> => {
    const page = await find(pages.at(-1)?.next ?? 0, MATCHES_PER_PAGE, true)
    return [...pages, page ?? { matches: [], conversations: [], num_words: 0, next: null }]
  }
  return { first: async (isUnreachable: boolean) => find(Infinity, FIRST_MATCHES, isUnreachable), next }
}

const FIRST_MATCHES = 50
/** As many as an answer of the server has. */
const MATCHES_PER_PAGE = 1000

/** Says whether requests run, and why one failed. The refusal of a search says what is wrong with it. */
function createAsking({ report }: Client) {
  const [failed, setFailed] = createSignal<Failure>()
  const [running, setRunning] = createSignal(0)
  async function whileAsking(run: () => Promise<void>) {
    setRunning((count) => count + 1)
    try {
      setFailed(undefined)
      await run()
    } catch (error) {
      const isRefused = error instanceof Refusal && error.status < 500
      setFailed(isRefused ? { refusal: error.message } : 'unreachable')
      if (!isRefused) report(error)
    } finally {
      setRunning((count) => count - 1)
    }
  }
  return { failed, isAsking: () => running() > 0, whileAsking }
}

/** Returns the number of matches as people read it. There may be more than were counted. */
export const countText = ({ count, isComplete }: Pick<SearchCounts, 'count' | 'isComplete'>): string =>
  `${count.toLocaleString(locale)}${isComplete ? '' : '+'}`
