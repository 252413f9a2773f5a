import { Show } from 'solid-js'
import { words } from '../words/en'

/** The server cannot be reached, or it refused the list for a reason. */
export type Failure = 'unreachable' | { refusal: string }

/** Says why a list has no messages. */
export function FailedList(props: { failure: Failure | undefined; tryAgain: () => void }) {
  return (
    <Show when={props.failure}>
      <p class="empty">
        <Show when={props.failure === 'unreachable'} fallback={refusalIn(props.failure)}>
          {words.unreachable}{' '}
          <button class="act" onClick={() => props.tryAgain()}>
            {words.tryAgain}
          </button>
        </Show>
      </p>
    </Show>
  )
}

const refusalIn = (failure: Failure | undefined) => (typeof failure === 'object' ? failure.refusal : '')
