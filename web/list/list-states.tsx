import { Show } from 'solid-js'
import { words } from '../words/en'

export type Failure = 'unreachable' | 'refused'

/** Says why a list has no messages. The server refuses a conversation that does not exist or is hidden from the user. */
export function FailedList(props: { failure: Failure | undefined; tryAgain: () => void }) {
  return (
    <Show when={props.failure}>
      <p class="empty">
        <Show when={props.failure === 'unreachable'} fallback={words.noConversation}>
          {words.unreachable}{' '}
          <button class="act" onClick={() => props.tryAgain()}>
            {words.tryAgain}
          </button>
        </Show>
      </p>
    </Show>
  )
}
