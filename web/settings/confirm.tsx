import { createSignal, For, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { perClient } from '../client/per-client'
import { Dialog } from '../parts/dialog'
import { SettingsForm } from './parts'
import { CheckField } from './form-fields'

/** `choices` are boxes that the user can check. `run` receives the names of the checked ones. */
type Question = {
  title: string
  text: string
  button: string
  choices?: Record<string, string>
  run: (checked: string[]) => Promise<unknown>
}

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
      {({ title, text, button, choices = {}, run }) => {
        const names = Object.keys(choices)
        return (
          <Dialog title={title} close={close}>
            <SettingsForm
              button={button}
              isDangerous
              submit={(fields) => run(names.filter((name) => fields.has(name))).then(close)}
            >
              <p>{text}</p>
              <For each={names}>{(name) => <CheckField label={choices[name] ?? ''} name={name} />}</For>
            </SettingsForm>
          </Dialog>
        )
      }}
    </Show>
  )
}
