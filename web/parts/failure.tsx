import { Show } from 'solid-js'

/** Why something failed. A screen reader says it when it appears. */
export const Failure = (props: { text: string | undefined }) => (
  <Show when={props.text}>
    <p class="fail" role="alert">
      {props.text}
    </p>
  </Show>
)
