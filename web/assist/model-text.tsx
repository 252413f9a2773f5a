import { Show, type JSX } from 'solid-js'
import { Failure } from '../parts/failure'
import { assistWords as words } from '../words/en-assist'

type Props = {
  failure: string | undefined
  isAnswered: boolean
  again: () => void
  children: JSX.Element
}

/** What a model wrote, with the note that a model did. Before that, that the model reads; or why it failed. */
export const ModelText = (props: Props) => (
  <div class="model-text" aria-live="polite" aria-busy={!props.isAnswered && props.failure === undefined}>
    <Show when={props.failure === undefined} fallback={<Failed text={props.failure ?? ''} again={props.again} />}>
      <Show when={props.isAnswered} fallback={<p class="quiet">{words.asking}</p>}>
        {props.children}
        <p class="quiet">{words.byModel}</p>
      </Show>
    </Show>
  </div>
)

const Failed = (props: { text: string; again: () => void }) => (
  <>
    <Failure text={props.text} />
    <button class="act" onClick={() => props.again()}>
      {words.again}
    </button>
  </>
)
