import { createEffect, createMemo, createSignal, For, on, Show } from 'solid-js'
import { report, store } from '../app'
import { isComposing } from '../keys/composing'
import { Avatar } from '../parts/avatar'
import { agoText } from '../parts/time'
import { words } from '../words/en'
import type { Candidate } from './candidates'
import type * as Candidates from './candidates'
import { insertText } from './insert-text'
import { queryAt, type Query } from './query'
import { loadTimes, timeOf, topicsOf } from './topics'
import './completion.css'

type Channel = { stream_id: number; name: string }

/** The code that finds candidates. The first field that gets the focus fetches it. */
const [finder, setFinder] = createSignal<typeof Candidates>()
let loading: Promise<void> | undefined

const loadFinder = () =>
  (loading ??= import('./candidates').then(
    (loaded) => void setFinder(() => loaded),
    (error: unknown) => {
      loading = undefined
      report(error)
    },
  ))

/** Completes what the user writes in a field: the keys, and the list that they move in. */
export function createCompletion(field: () => HTMLTextAreaElement, near: () => number[]) {
  const [query, setQuery] = createSignal<Query>()
  const [chosen, setChosen] = createSignal(0)
  const [arrived, setArrived] = createSignal(0)
  let dismissed = -1

  const options = createMemo((): Candidate[] => {
    const current = query()
    arrived()
    return current === undefined
      ? []
      : (finder()?.candidatesFor(current, { near: near(), topicsOf: topicsNamed }) ?? [])
  })
  createEffect(on(options, () => setChosen(0)))
  createEffect(() => loadTimes(options().flatMap(({ max_id }) => max_id ?? [])))

  function update() {
    const { value, selectionStart, selectionEnd } = field()
    const found = selectionStart === selectionEnd ? queryAt(value, selectionStart) : undefined
    if (found?.start !== dismissed) dismissed = -1
    if (found !== undefined) void prepare(found)
    setQuery(dismissed === -1 ? found : undefined)
  }

  async function prepare({ kind }: Query) {
    await loadFinder()
    await finder()?.prepare(kind).catch(report)
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

  return { options, chosen, load: loadFinder, update, close, accept, onKeyDown, isOpen: () => options().length > 0 }
}

function topicsNamed(name: string) {
  const isIt = (channel: Channel) => channel.name === name
  const channel: Channel | undefined = store.state.subscriptions.find(isIt) ?? store.state.streams.find(isIt)
  return channel === undefined ? [] : topicsOf(channel.stream_id)
}

type ListProps = {
  id: string
  options: Candidate[]
  chosen: number
  accept: (candidate: Candidate) => void
}

/** The list above the field. The focus stays in the field. */
export function CompletionList(props: ListProps) {
  return (
    <Show when={props.options.length > 0}>
      <div class="completion" role="listbox" id={props.id} aria-label={words.suggestions}>
        <For each={props.options}>
          {(option, at) => (
            <div
              id={`${props.id}-${at()}`}
              class="row"
              role="option"
              aria-selected={at() === props.chosen}
              // Otherwise the field would lose the focus before the click.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => props.accept(option)}
            >
              <Picture option={option} />
              <span class="name" dir="auto">
                {option.label}
              </span>
              <span class="detail">{detailOf(option)}</span>
            </div>
          )}
        </For>
      </div>
      <p class="visually-hidden" role="status">
        {words.suggestionCount(props.options.length)}
      </p>
    </Show>
  )
}

function detailOf({ detail, max_id }: Candidate): string {
  const time = max_id === undefined ? undefined : timeOf(max_id)
  return time === undefined ? (detail ?? '') : agoText(time)
}

function Picture(props: { option: Candidate }) {
  const { user_id, url, glyph } = props.option
  if (user_id !== undefined) return <Avatar user_id={user_id} />
  if (url !== undefined) return <img class="emoji" src={url} alt="" />
  return glyph === undefined ? null : <span class="glyph">{glyph}</span>
}
