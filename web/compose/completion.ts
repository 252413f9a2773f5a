import { createEffect, createMemo, createSignal, on } from 'solid-js'
import type { Client } from '../client/client'
import { isComposing } from '../keys/composing'
import type { Candidate } from './candidates'
import type * as Candidates from './candidates'
import { insertText } from './insert-text'
import { queryAt, type Query } from './query'
import { loadTimes, topicsOf } from './topics'
import './completion.css'

type Channel = { stream_id: number; name: string }

/** The code that finds candidates. The first field that gets the focus fetches it, and that of the list. */
const [finder, setFinder] = createSignal<typeof Candidates>()
let loading: Promise<void> | undefined

const loadFinder = ({ report }: Client) =>
  (loading ??= Promise.all([import('./candidates'), import('./completion-list')]).then(
    ([loaded]) => void setFinder(() => loaded),
    (error: unknown) => {
      loading = undefined
      report(error)
    },
  ))

/** Completes what the user writes in a field: the keys, and the list that they move in. */
export function createCompletion(client: Client, field: () => HTMLTextAreaElement, near: () => number[]) {
  const [query, setQuery] = createSignal<Query>()
  const [chosen, setChosen] = createSignal(0)
  const [arrived, setArrived] = createSignal(0)
  let dismissed = -1

  const options = createMemo((): Candidate[] => {
    const current = query()
    arrived()
    return current === undefined
      ? []
      : (finder()?.candidatesFor(client, current, { near: near(), topicsOf: (name) => topicsNamed(client, name) }) ??
          [])
  })
  createEffect(on(options, () => setChosen(0)))
  createEffect(() =>
    loadTimes(
      client,
      options().flatMap(({ max_id }) => max_id ?? []),
    ),
  )

  function update() {
    const { value, selectionStart, selectionEnd } = field()
    const found = selectionStart === selectionEnd ? queryAt(value, selectionStart) : undefined
    if (found?.start !== dismissed) dismissed = -1
    if (found !== undefined) void prepare(found)
    setQuery(dismissed === -1 ? found : undefined)
  }

  async function prepare({ kind }: Query) {
    await loadFinder(client)
    await finder()?.prepare(client, kind).catch(client.report)
    setArrived(arrived() + 1)
  }

  function close() {
    dismissed = query()?.start ?? -1
    setQuery(undefined)
  }

  function accept(candidate: Candidate | undefined, text = `${candidate?.insert ?? ''} `) {
    const current = query()
    if (candidate === undefined || current === undefined) return
    const end = field().selectionEnd
    const isFollowedBySpace = text.endsWith(' ') && /\s/.test(field().value.charAt(end))
    insertText(field(), isFollowedBySpace || current.kind === 'language' ? text.trimEnd() : text, current.start, end)
    setQuery(undefined)
    update()
  }

  /** Returns whether the key was for the list. */
  function onKeyDown(event: KeyboardEvent): boolean {
    const { length } = options()
    const { key } = event
    if (length === 0 || isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return false
    const candidate = options()[chosen()]
    if (key === 'ArrowDown') setChosen((chosen() + 1) % length)
    else if (key === 'ArrowUp') setChosen((chosen() + length - 1) % length)
    else if (key === 'Enter' || (key === 'Tab' && !event.shiftKey)) accept(candidate)
    else if (key === 'Escape') close()
    else if (key === '>' && candidate?.beginTopic !== undefined) accept(candidate, candidate.beginTopic)
    else return false
    event.preventDefault()
    return true
  }

  return {
    options,
    chosen,
    load: () => loadFinder(client),
    update,
    close,
    accept,
    onKeyDown,
    isOpen: () => options().length > 0,
  }
}

function topicsNamed(client: Client, name: string) {
  const isIt = (channel: Channel) => channel.name === name
  const channel: Channel | undefined =
    client.store.state.subscriptions.find(isIt) ?? client.store.state.streams.find(isIt)
  return channel === undefined ? [] : topicsOf(client, channel.stream_id)
}
