import { Show } from 'solid-js'
import { Icon } from '../parts/icon'
import { words } from '../words/en'

/** The server cannot be reached, or it refused the list for a reason. */
export type Failure = 'unreachable' | { refusal: string }

export const EmptyList = (props: { text: string }) => (
  <p class="empty">
    <Icon name="topic" />
    {props.text}
  </p>
)

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
