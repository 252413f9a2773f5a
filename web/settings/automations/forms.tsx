import { createSignal, For, Show } from 'solid-js'
import type { AutomationForm } from '../../../client-state/wire'
import { useClient } from '../../client/use-client'
import { automationWords as words } from '../../words/en-automations'
import { fetched } from '../fetched'
import { TextField } from '../form-fields'
import { Items, Part, SettingsForm, textOf } from '../parts'

/** The forms of the channels that the user can read. */
export function Forms() {
  const client = useClient()
  const { value } = fetched(client, async () => (await client.ask('GET /parley/automations/forms')).forms)
  return (
    <Part title={words.forms}>
      <Items of={value()} none={words.noForms}>
        {(form) => <FormRow form={form} />}
      </Items>
    </Part>
  )
}

function FormRow(props: { form: AutomationForm }) {
  const { ask, names, setNotice } = useClient()
  const { id, title, fields: questions, stream_id, user_id } = props.form
  const [isOpen, setOpen] = createSignal(false)
  async function submit(fields: FormData) {
    const answers = questions.map((_, index) => textOf(fields, `${index}`))
    await ask('POST /parley/automations/:automation_id/form', { automation_id: id, answers })
    setOpen(false)
    setNotice({ text: words.sent })
  }
  return (
    <li class="automation">
      <div class="grow">
        <b dir="auto">{title}</b>
        <p class="quiet">
          # {names.channel(stream_id)} · {words.by(names.user(user_id))}
        </p>
        <Show when={isOpen()}>
          <SettingsForm button={words.send} submit={submit}>
            <For each={questions}>
              {(question, index) => <TextField label={question} name={`${index()}`} most={1000} />}
            </For>
          </SettingsForm>
        </Show>
      </div>
      <button
        class="act"
        aria-expanded={isOpen()}
        aria-label={`${words.fillIn}: ${title}`}
        onClick={() => setOpen(!isOpen())}
      >
        {words.fillIn}
      </button>
    </li>
  )
}
