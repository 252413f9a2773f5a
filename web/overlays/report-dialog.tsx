import { createSignal, For } from 'solid-js'
import { useClient } from '../client/use-client'
import { Dialog } from '../parts/dialog'
import type { Message } from '../store/messages'
import { Refusal } from '../wire/requests'
import { words as general } from '../words/en'
import { overlayWords as words } from '../words/en-overlays'
import { textOf } from '../settings/parts'
import { Failure } from '../parts/failure'

const REASONS = ['spam', 'harassment', 'inappropriate', 'norms', 'other'] as const
const MAX_CHARACTERS = 1000

/** Reports a message to the moderators, with a reason. */
export function ReportDialog(props: { message: Message; close: () => void }) {
  const { ask, setNotice } = useClient()
  const [error, setError] = createSignal('')
  async function send(event: SubmitEvent & { currentTarget: HTMLFormElement }) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    try {
      await ask('POST /messages/:message_id/report', {
        message_id: props.message.id,
        report_type: REASONS.find((reason) => reason === fields.get('report_type')) ?? 'other',
        description: textOf(fields, 'description'),
      })
      setNotice({ text: words.reported })
      props.close()
    } catch (failure) {
      setError(failure instanceof Refusal ? failure.message : general.unreachable)
    }
  }
  return (
    <Dialog
      title={words.reportTitle}
      close={props.close}
      footer={
        <button class="send" form="report">
          {words.sendReport}
        </button>
      }
    >
      <form id="report" class="fields" onSubmit={(event) => void send(event)}>
        <p class="quiet">{words.reportText}</p>
        <fieldset>
          <legend>{words.reportReason}</legend>
          <For each={Object.entries(words.reportReasons)}>
            {([value, text], at) => (
              <label class="choice">
                <input type="radio" name="report_type" value={value} checked={at() === 0} /> {text}
              </label>
            )}
          </For>
        </fieldset>
        <label>
          {words.reportDescription}
          <textarea name="description" rows="3" maxlength={MAX_CHARACTERS} dir="auto" />
        </label>
        <Failure text={error()} />
      </form>
    </Dialog>
  )
}
