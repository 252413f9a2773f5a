import { createEffect, createMemo, createSignal, on } from 'solid-js'
import type { Client } from '../client/client'
import type { Candidate } from './candidates'
import type * as Candidates from './candidates'
import type { completionKey } from './completion-keys'
import { insertText } from './insert-text'
import type { Query } from './query'
import './completion.css'

/** The code that finds queries and candidates. The first field that gets the focus fetches it, and that of the list. */
const [finder, setFinder] = createSignal<typeof Candidates>()
let pressed: typeof completionKey | undefined
let loading: Promise<void> | undefined

const loadFinder = ({ report }: Client) =>
  (loading ??= Promise.all([import('./candidates'), import('./completion-list')]).then(
    ([loaded, { completionKey: press }]) => {
      pressed = press
      setFinder(() => loaded)
    },
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
    return current === undefined ? [] : (finder()?.candidatesFor(client, current, near()) ?? [])
  })
  createEffect(on(options, () => setChosen(0)))
  createEffect(() =>
    finder()?.loadTimes(
      client,
      options().flatMap(({ max_id }) => max_id ?? []),
    ),
  )

  function update() {
    const { value, selectionStart, selectionEnd } = field()
    const code = finder()
    if (code === undefined) return void loadFinder(client).then(() => finder() && update())
    const found = selectionStart === selectionEnd ? code.queryAt(value, selectionStart) : undefined
    if (found?.start !== dismissed) dismissed = -1
    if (found !== undefined) void prepare(code, found)
    setQuery(dismissed === -1 ? found : undefined)
  }

  async function prepare(code: typeof Candidates, { kind }: Query) {
    await code.prepare(client, kind).catch(client.report)
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

  return {
    options,
    chosen,
    load: () => loadFinder(client),
    update,
    close,
    accept,
    /** Returns whether the key was for the list. */
    onKeyDown: (event: KeyboardEvent): boolean =>
      pressed?.(event, { options, chosen, setChosen, accept, close }) ?? false,
    isOpen: () => options().length > 0,
  }
}
