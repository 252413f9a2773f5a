import { createSignal, onCleanup, onMount } from 'solid-js'
import type { AnswerOf } from '../../client-state/wire'
import type { Client } from '../client/client'
import { gifWords as words } from '../words/en-gifs'
import { Refusal } from '../wire/requests'

export const KINDS = ['gif', 'sticker'] as const
type Kind = (typeof KINDS)[number]
type Answer = AnswerOf<'GET /parley/gifs'>

/** The search begins when the user pauses, because services limit how often an organization asks. */
const PAUSE_MILLISECONDS = 350

/** What the picker has found. `begun` is called when a new search replaces it. */
export function createSearch({ ask, report }: Client, begun: () => void) {
  const [kind, setKind] = createSignal<Kind>('gif')
  const [gifs, setGifs] = createSignal<Answer['gifs']>([])
  const [next, setNext] = createSignal('')
  const [says, setSays] = createSignal('')
  let query = ''
  let current = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function search(after: string) {
    clearTimeout(timer)
    const own = ++current
    setNext('')
    setSays(words.searching)
    try {
      const answer = await ask('GET /parley/gifs', { query, kind: kind(), after })
      if (own !== current) return
      if (after === '') begun()
      setGifs(after === '' ? answer.gifs : [...gifs(), ...answer.gifs])
      setNext(answer.next)
      setSays(gifs().length === 0 ? words.none : '')
    } catch (error) {
      if (own !== current) return
      setSays(error instanceof Refusal ? error.message : '')
      if (!(error instanceof Refusal)) report(error)
    }
  }

  onMount(() => void search(''))
  onCleanup(() => {
    current = Infinity
    clearTimeout(timer)
  })

  return {
    kind,
    gifs,
    says,
    hasMore: () => next() !== '',
    setKind(chosen: Kind) {
      setKind(chosen)
      void search('')
    },
    type(text: string) {
      query = text.trim().slice(0, MAX_CHARACTERS)
      clearTimeout(timer)
      timer = setTimeout(() => void search(''), PAUSE_MILLISECONDS)
    },
    more() {
      if (next() !== '') void search(next())
    },
  }
}

const MAX_CHARACTERS = 100
