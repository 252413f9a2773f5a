import { createSignal, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { perClient } from '../client/per-client'
import { Dialog } from '../parts/dialog'
import { SettingsForm } from './parts'

type Question = { title: string; text: string; button: string; run: () => Promise<unknown> }

const questions = perClient(() => {
  const [question, setQuestion] = createSignal<Question>()
  return { question, setQuestion }
})

/** Asks before a change that cannot be undone. */
export const confirmed = (client: Client, next: Question): void => void questions(client).setQuestion(next)

export function ConfirmDialog() {
  const client = useClient()
  const { question, setQuestion } = questions(client)
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
