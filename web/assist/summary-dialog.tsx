import { createSignal, For, Show } from 'solid-js'
import type { AnswerOf } from '../../client-state/wire'
import { useClient } from '../client/use-client'
import { Dialog } from '../parts/dialog'
import type { SummarizedPlace } from '../base/overlay'
import { assistWords as words } from '../words/en-assist'
import { language } from '../words/language'
import { modelAnswer } from './answer'
import { ModelText } from './model-text'
import './assist.css'

type Summary = AnswerOf<'POST /parley/summaries'>

type Props = {
  place: SummarizedPlace
  name: string
  /** Whether the place has messages that are not read, so that they can be read alone. */
  hasUnread: boolean
  close: () => void
}

/** What a model makes of a topic, of a direct conversation, or of all unread messages. */
export function SummaryDialog(props: Props) {
  const { ask } = useClient()
  const [only_unread, setOnlyUnread] = createSignal(props.hasUnread)
  const { answer, failure, start } = modelAnswer(() =>
    ask('POST /parley/summaries', { ...props.place, only_unread: only_unread(), language }),
  )
  const choose = (isChecked: boolean) => {
    setOnlyUnread(isChecked)
    void start()
  }
  return (
    <Dialog title={props.name} size="wide" close={props.close}>
      <Show when={props.hasUnread}>
        <div class="fields">
          <label class="choice">
            <input type="checkbox" checked={only_unread()} onChange={(event) => choose(event.currentTarget.checked)} />
            {words.onlyUnread}
          </label>
        </div>
      </Show>
      <ModelText failure={failure()} isAnswered={answer() !== undefined} again={() => void start()}>
        <Show when={answer()}>{(summary) => <Points summary={summary()} close={props.close} />}</Show>
      </ModelText>
    </Dialog>
  )
}

function Points(props: { summary: Summary; close: () => void }) {
  return (
    <>
      <Show when={props.summary.points.length > 0} fallback={<p>{words.noPoints}</p>}>
        <ul class="points">
          <For each={props.summary.points}>
            {({ text, message_ids }) => (
              <li>
                <bdi>{text}</bdi> <Citations ids={message_ids} close={props.close} />
              </li>
            )}
          </For>
        </ul>
      </Show>
      <p class="quiet">
        {words.read(props.summary.messages)} {props.summary.is_complete ? '' : words.onlyNewest}
      </p>
    </>
  )
}

const Citations = (props: { ids: number[]; close: () => void }) => (
  <For each={props.ids}>
    {(id, at) => (
      <>
        {' '}
        <a
          class="cited"
          href={`#narrow/near/${id}`}
          aria-label={words.showMessage(at() + 1)}
          onClick={() => props.close()}
        >
          {at() + 1}
        </a>
      </>
    )}
  </For>
)
