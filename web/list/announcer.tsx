import { createEffect, createSignal, on } from 'solid-js'
import { useClient } from '../client/use-client'
import { textOfHtml } from '../parts/html-text'
import { keyOfRoute, type Route } from '../routes/route'
import { laterWords } from '../words/en-later'

const MAX_CHARACTERS = 500

/** Says each new message of the open conversation to screen readers, once. It never says history. */
export function Announcer(props: { route: Route; isActive: boolean }) {
  const { names, store, watch } = useClient()
  const [text, setText] = createSignal('')
  const key = keyOfRoute(props.route)
  const newest = () => {
    watch(`window:${key}`)
    const { ids, foundNewest } = store.windowOf(props.route)
    return foundNewest ? ids.at(-1) : undefined
  }
  createEffect(
    on(newest, (id, before) => {
      const message = id !== undefined && before !== undefined && id > before ? store.messages.get(id) : undefined
      if (message === undefined || !props.isActive || message.sender_id === store.state.user_id) return
      setText(laterWords.announced(names.user(message.sender_id), textOfHtml(message.content, MAX_CHARACTERS)))
    }),
  )
  return (
    <p class="visually-hidden" role="log" aria-label={laterWords.newMessages}>
      {text()}
    </p>
  )
}
