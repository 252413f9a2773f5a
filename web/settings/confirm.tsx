import { createSignal, Show } from 'solid-js'
import { Dialog } from '../parts/dialog'
import { SettingsForm } from './parts'

type Question = { title: string; text: string; button: string; run: () => Promise<unknown> }

const [question, setQuestion] = createSignal<Question>()

/** Asks before a change that cannot be undone. */
export const confirmed = (next: Question): void => void setQuestion(next)

export function ConfirmDialog() {
  const close = () => setQuestion(undefined)
  return (
    <Show when={question()} keyed>
      {({ title, text, button, run }) => (
        <Dialog title={title} close={close}>
          <SettingsForm button={button} isDangerous submit={() => run().then(close)}>
            <p>{text}</p>
          </SettingsForm>
        </Dialog>
      )}
    </Show>
  )
}
