import { Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { words } from '../words/en'

/** Whether a user is active, away or offline. */
export function Dot(props: { user_id: number }) {
  const { presenceOf } = useClient()
  const status = () => presenceOf(props.user_id)
  return (
    <Show when={status() !== 'offline'} fallback={<span class="dot" aria-hidden="true" />}>
      <span class={`dot ${status()}`} title={words.presence[status()]}>
        <span class="visually-hidden">{words.presence[status()]}</span>
      </span>
    </Show>
  )
}
